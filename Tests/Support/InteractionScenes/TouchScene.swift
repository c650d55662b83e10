// Scenes of views with touches as text, and what follows of them.
// Licensed under the MIT license; see LICENSE.
//
//     NNN laws :: scene :: steps => log
//
//     scene  := view...        view := kind#id x,y,w,h option... [recogniser]... ['{' view... '}']
//     steps  := step; ...      step := a step of a script of touches | set id.property=value
//                                      | see id, with t=seconds; '+' puts several into one event
//     log    := group | ...    the tokens of each step, '-' for none
//
// Relations stand at the end of a scene: a>b, a requires b to fail; a~b, the same by a delegate;
// a&b, the delegate of a lets both recognise.

import Foundation
package import QuartzInteraction

/// A recogniser of a scene.
package struct SceneRecognizer: Sendable {
  package var kind: String
  package var id: String
  package var options: [String: String] = [:]

  package init(kind: String, id: String) {
    self.kind = kind
    self.id = id
  }

  package func number(_ name: String, default value: Int) -> Int {
    options[name].flatMap(Int.init) ?? value
  }
}

/// A view of a scene.
package struct SceneView: Sendable {
  package var kind: String
  package var id: String
  /// In the parent: x, y, width, height.
  package var frame: [Double]
  package var options: [String: String] = [:]
  package var recognizers: [SceneRecognizer] = []
  package var children: [SceneView] = []

  package init(kind: String, id: String, frame: [Double]) {
    self.kind = kind
    self.id = id
    self.frame = frame
  }
}

/// A relation between two recognisers.
package struct SceneRelation: Sendable {
  package var first: String
  package var sign: Character
  package var second: String
}

/// Something that happens in a scene.
package enum SceneAct: Sendable {
  case touch(TouchAct)
  case set(String, String, String)
  case see(String)
}

/// All that happens at one time.
package struct SceneStep: Sendable {
  package var time: Double
  package var acts: [SceneAct]
}

/// A scene with its steps and its log.
package struct TouchScene: Sendable, CustomStringConvertible {
  package var number: Int
  package var laws: [String]
  package var views: [SceneView]
  package var relations: [SceneRelation]
  package var steps: [SceneStep]
  package var log: [String]
  package var line: String

  package var description: String { line }
}

/// The form of numbers in logs.
package enum SceneText {
  /// Returns a number with up to so many decimals.
  package static func number(_ value: Double, _ places: Int = 1) -> String {
    let scale = pow(10, Double(places))
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  /// Returns two numbers.
  package static func pair(_ x: Double, _ y: Double, _ places: Int = 1) -> String {
    "\(number(x, places)),\(number(y, places))"
  }

  /// Returns a scale with two decimals.
  package static func scale(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
