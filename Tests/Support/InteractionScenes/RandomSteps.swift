// Steps of random fingers, the same in every run.
// Licensed under the MIT license; see LICENSE.

import TestRandom

/// Random steps of some fingers.
package struct RandomSteps {
  private var random: SeededGenerator
  private let fingers: Int
  private var places: [Int: SIMD2<Int>] = [:]
  private var time = 0

  package init(seed: UInt64, fingers: Int = 3) {
    random = SeededGenerator(seed: seed)
    self.fingers = fingers
  }

  /// Returns steps in the grammar of scenes; times are in 1/128 s, which sums exactly.
  ///
  /// - Parameters:
  ///   - count: The steps before all fingers are lifted.
  ///   - start: The time of the begin, in whole seconds.
  ///   - way: The distance that all places are moved by.
  package mutating func steps(_ count: Int, from start: Int = 0, by way: Double = 0) -> [String] {
    var steps: [String] = []
    for _ in 0..<count {
      time += [1, 2, 5, 20, 51][random.index(below: 5)]
      steps.append("\(act(way)) t=\(Double(start) + Double(time) / 128)")
    }
    for finger in places.keys.sorted() {
      time += 3
      steps.append("up \(finger) t=\(Double(start) + Double(time) / 128)")
    }
    steps.append("wait t=\(Double(start) + Double(time) / 128 + 6)")
    return steps
  }

  private mutating func act(_ way: Double) -> String {
    let finger = random.index(below: fingers) + 1
    func text(_ place: SIMD2<Int>) -> String { "\(Double(place.x) + way),\(Double(place.y) + way)" }
    guard var place = places[finger] else {
      let place = SIMD2(random.index(below: 200), random.index(below: 200))
      places[finger] = place
      return "down \(finger) \(text(place))"
    }
    switch random.index(below: 6) {
    case 0:
      places[finger] = nil
      return random.once(in: 8) ? "cancel \(finger)" : "up \(finger)"
    case 1: return "wait"
    default:
      let way = [3, 9, 40][random.index(below: 3)]
      place.x += random.once(in: 2) ? way : -way
      if random.once(in: 2) { place.y += random.once(in: 2) ? way : -way }
      places[finger] = place
      return "move \(finger) \(text(place))"
    }
  }
}

extension TouchScene {
  /// The scenes for random fingers.
  package static let randomViews = [
    "view#v 0,0,200,200 multi [tap#t] [tap#d n=2] [pan#p] [press#l] { button#b 20,20,60,40 }",
    "view#v 0,0,200,200 [tap#t] [tap#d n=2 delayB] [swipe#s] { view#c 0,0,100,100 multi [pinch#z] "
      + "[rot#o] } t>d z&o",
    "view#a 0,0,100,200 exclusive [pan#p min=2] view#b 100,0,100,200 multi [pan#q max=1] "
      + "[tap#u f=2]",
    "scroll#s 0,0,200,200 size=200,2000 { button#b 0,0,200,60 view#c 0,60,200,140 [tap#t] "
      + "slider#k 0,200,200,40 }",
    "scroll#o 0,0,200,200 size=800,200 paging { scroll#i 0,0,200,200 size=200,900 { view#c "
      + "0,0,200,900 [press#l] } }",
    "scroll#s 0,0,200,200 size=800,800 zoom mute { view#c 0,0,800,800 multi [pan#p nocancel] }",
    "view#v 0,0,200,200 [edge#e edge=left] { table#s 0,0,200,200 size=200,2000 { row#a 0,0,200,80 "
      + "row#b 0,80,200,80 { switch#x 140,10,51,31 } } } s.pan>e",
    "scroll#o 0,0,200,200 size=200,900 { scroll#i 0,0,200,150 size=200,220 nobounce { view#c "
      + "0,0,200,220 } }",
  ]

  /// Makes a scene of views and steps, without a log.
  package init(views: String, steps: [String]) throws {
    let log = Array(repeating: "-", count: steps.count).joined(separator: " | ")
    try self.init("1 G1 :: \(views) :: \(steps.joined(separator: "; ")) => \(log)")
  }

  /// The scene as a mirror shows it whose line is in the middle of a width.
  package func mirrored(width: Double) -> TouchScene {
    var scene = self
    scene.views = views.map { $0.mirrored(in: width) }
    scene.steps = steps.map { step in
      var step = step
      step.acts = step.acts.map { act in
        switch act {
        case .touch(.down(let finger, let place, let kind, let buttons)):
          .touch(.down(finger, [width - place.x, place.y], kind: kind, buttons: buttons))
        case .touch(.move(let finger, let place)):
          .touch(.move(finger, [width - place.x, place.y]))
        default: act
        }
      }
      return step
    }
    return scene
  }
}

extension SceneView {
  fileprivate func mirrored(in width: Double) -> SceneView {
    var view = self
    view.frame[0] = width - frame[0] - frame[2]
    view.children = children.map { $0.mirrored(in: frame[2]) }
    view.recognizers = recognizers.map { recognizer in
      var recognizer = recognizer
      if recognizer.kind == "swipe" {
        let turned: [Character: Character] = ["R": "L", "L": "R"]
        let directions = recognizer.options["dir"] ?? "R"
        recognizer.options["dir"] = String(directions.map { turned[$0] ?? $0 })
      }
      if let edge = recognizer.options["edge"] {
        recognizer.options["edge"] = ["left": "right", "right": "left"][edge] ?? edge
      }
      return recognizer
    }
    return view
  }
}
