// States: values and transitions of the package Switch.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzTesting
import Testing

/// A package in a context whose time stands until it is moved.
private final class StatesStage {
  let package: CAPackage
  let controller: CAStateController
  private let clock = ManualClock()
  private let context: CAContext

  init(_ package: CAPackage) throws {
    self.package = package
    var options = CAContext.Options()
    options.clock = clock
    context = try CAContext(size: package.size, options: options)
    context.layer = package.canvasLayer
    controller = CAStateController(package: package)
    clock.advance(by: 0)
  }

  convenience init() throws { try self.init(try Authored.package("Switch")) }

  /// Changes to a state with its animations, and lets time pass.
  func change(to state: String?, then time: Double) {
    controller.setState(state, transition: .played(at: clock.currentTime))
    clock.advance(by: time)
  }

  func pass(_ time: Double) { clock.advance(by: time) }

  func value(_ keyPath: String, of id: String = "#1") throws -> Double {
    let layer = try #require(package.publishedObject(withName: id))
    return try #require(layer.presentation()?.value(forKeyPath: keyPath) as? Double)
  }

  func color(_ x: Int, _ y: Int) throws -> [Int] {
    let pixels = try context.image(at: clock.currentTime).pixelStorage
    return (0..<4).map {
      Int(pixels.base.load(fromByteOffset: y * pixels.rowBytes + x * 4 + $0, as: UInt8.self))
    }
  }
}

@Suite struct StatesTests {
  @Test func namesInOrder() throws {
    let package = try Authored.package("Switch")
    #expect(package.stateNames == ["off", "on", "big"])
    #expect(package.states.map(\.basedOn) == [nil, nil, "on"])
    #expect(package.states.allSatisfy { !$0.isInitial })
  }

  @Test(arguments: [("on", 20.0), ("big", 40)])
  func settled(state: String, width: Double) throws {
    let stage = try StatesStage()
    #expect(stage.controller.setState(state) && stage.controller.state == state)
    stage.pass(0)
    #expect(try stage.value("position.x") == 80)
    #expect(try stage.value("bounds.size.width") == width)
    #expect(try stage.value("bounds.size.height") == width)
    #expect(isClose(try stage.color(80, 50), [0, 0, 255, 255]))
  }

  @Test(arguments: [(0, 20), (0.25, 35), (0.5, 50), (0.999, 79.94), (1, 80)] as [(Double, Double)])
  func baseToOn(time: Double, x: Double) throws {
    let stage = try StatesStage()
    stage.change(to: "on", then: time)
    #expect(abs(try stage.value("position.x") - x) < 1e-9)
    // Nothing is said of the colour: it changes at once.
    #expect(isClose(try stage.color(Int(x), 50), [0, 0, 255, 255]))
  }

  @Test(arguments: [
    (0.05, 0.1044), (0.1, 0.3403), (0.2, 0.8494), (0.3, 1.1244), (0.4, 1.1531), (0.6, 1.0023),
  ])
  func onToOffSprings(time: Double, way: Double) throws {
    let stage = try StatesStage()
    stage.controller.setState("on")
    stage.pass(1)
    stage.change(to: "off", then: time)
    let x = try stage.value("position.x")
    #expect(abs((80 - x) / 60 - way) < 0.00006)
    #expect(isClose(try stage.color(Int(x), 50), [255, 0, 0, 255]))
  }

  /// A spring whose duration is its own, in a group that says no values.
  @Test func springsInGroups() throws {
    let spring = """
      <CASpringAnimation keyPath="position.x" mass="1" stiffness="100" damping="20"
      mica_autorecalculatesDuration="1"/>
      """
    let (_, package) = try Authored.copy(
      "Switch",
      replacing: """
        <animation type="CABasicAnimation" keyPath="position.x" duration="1" fillMode="backwards" \
        timingFunction="linear"/>
        """,
      with: """
        <animation type="CAAnimationGroup" duration="4" fillMode="backwards">
        <animations>\(spring)</animations></animation>
        """
    )
    let stage = try StatesStage(package)
    stage.change(to: "on", then: 0)
    #expect(try stage.value("position.x") == 20)
    stage.pass(0.1)
    // Critically damped, w = 10: 1 - (1 + w t) e^(-w t).
    #expect(abs(try stage.value("position.x") - (20 + 60 * (1 - 2 * exp(-1)))) < 1e-6)
  }

  /// The exact transition has nothing in it, so the general one does not count.
  @Test func offToBigAtOnce() throws {
    let stage = try StatesStage()
    stage.controller.setState("off")
    stage.change(to: "big", then: 0)
    #expect(try stage.value("position.x") == 80)
  }

  @Test(arguments: [(0.25, 20), (0.75, 35), (1.5, 80)] as [(Double, Double)])
  func transitionBeginsLater(time: Double, x: Double) throws {
    let (_, package) = try Authored.copy(
      "Switch",
      replacing: "duration=\"1\"",
      with: "beginTime=\"0.5\" duration=\"1\""
    )
    let stage = try StatesStage(package)
    stage.pass(2)
    stage.change(to: "on", then: time)
    #expect(abs(try stage.value("position.x") - x) < 1e-9)
  }

  /// Values that one state sets and the next does not return to those of the document.
  @Test func leavingRestores() throws {
    let stage = try StatesStage()
    stage.controller.setState("big")
    stage.controller.setState("off")
    stage.pass(0)
    #expect(try stage.value("position.x") == 20)
    #expect(try stage.value("bounds.size.width") == 20)
    #expect(isClose(try stage.color(20, 50), [255, 0, 0, 255]))
    stage.controller.setState("on")
    stage.controller.setState(nil)
    #expect(stage.controller.state == nil)
    stage.pass(0)
    #expect(try stage.value("position.x") == 20)
  }

  /// A change on the way starts where the layer is seen.
  @Test func interruptionStartsFromWhatIsShown() throws {
    func state(_ name: String, _ x: Double) -> String {
      """
      <LKState name="\(name)"><elements><LKStateSetValue targetId="a" keyPath="position.x">
      <value type="real" value="\(x)"/></LKStateSetValue></elements></LKState>
      """
    }
    let package = try read(
      document(
        """
        <sublayers><CALayer id="a" bounds="0 0 10 10" position="10 50"/></sublayers>
        <states>\(state("x", 100))\(state("y", 0))</states>
        <stateTransitions><LKStateTransition fromState="*" toState="*"><elements>
          <LKStateTransitionElement key="position.x" targetId="a">
            <animation type="CABasicAnimation" keyPath="position.x" duration="1"/>
          </LKStateTransitionElement></elements></LKStateTransition></stateTransitions>
        """
      )
    )
    let stage = try StatesStage(package)
    stage.change(to: "x", then: 0.5)
    #expect(abs(try stage.value("position.x", of: "a") - 55) < 1e-9)
    stage.change(to: "y", then: 0)
    #expect(abs(try stage.value("position.x", of: "a") - 55) < 1e-9)
    stage.pass(0.5)
    #expect(abs(try stage.value("position.x", of: "a") - 27.5) < 1e-9)
    // The animation of the change before is gone with it.
    #expect(package.publishedObject(withName: "a")?.animationKeys() == ["position.x"])
  }

  @Test func unknownStateChangesNothing() throws {
    let stage = try StatesStage()
    stage.controller.setState("on")
    #expect(!stage.controller.setState("loud") && stage.controller.state == "on")
    #expect(!stage.controller.blend("on", "loud", fraction: 0.5))
  }

  @Test func blend() throws {
    let stage = try StatesStage()
    stage.controller.setState("big")
    #expect(stage.controller.blend("off", "on", fraction: 0.5))
    stage.pass(0)
    #expect(try stage.value("position.x") == 50 && stage.value("bounds.size.width") == 20)
    #expect(isClose(try stage.color(50, 50), [128, 0, 128, 255]))
    #expect(stage.controller.blend("off", "big", fraction: 0.25))
    stage.pass(0)
    #expect(try stage.value("position.x") == 35 && stage.value("bounds.size.width") == 25)
    #expect(stage.controller.blend(nil, "on", fraction: 1))
    stage.pass(0)
    #expect(try stage.value("position.x") == 80)
    stage.controller.setState(nil)
    stage.pass(0)
    #expect(try stage.value("position.x") == 20)
  }

  @Test func initialStateIsTaken() throws {
    let (_, package) = try Authored.copy(
      "Switch",
      replacing: "<LKState name=\"on\">",
      with: "<LKState name=\"on\" initial=\"true\">"
    )
    #expect(package.states.map(\.isInitial) == [false, true, false])
    let stage = try StatesStage(package)
    #expect(try stage.value("position.x") == 80)
    stage.controller.setState("off")
    stage.pass(0)
    #expect(try stage.value("position.x") == 20)
  }

  /// States in a long chain, and one large animation that many transitions share.
  @Test func hostileStates() throws {
    let chain = (0..<2000).map { "<LKState name=\"\($0)\" basedOn=\"\($0 + 1)\"/>" }.joined()
    let failure = try failureOf(document("<states>\(chain)<LKState name=\"2000\"/></states>"))
    guard case .limit = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    let values = String(repeating: "<real value=\"1\"/>", count: 20_000)
    let uses = String(repeating: "<LKStateTransitionElement object=\"#9\"/>", count: 20_000)
    let package = try read(
      document(
        """
        <states><LKState name="x"/></states><stateTransitions>
        <LKStateTransition fromState="*" toState="x"><elements>
        <LKStateTransitionElement id="#9" targetId="root" key="opacity">
        <animation type="CAKeyframeAnimation" keyPath="opacity"><values>\(values)</values></animation>
        </LKStateTransitionElement>\(uses)</elements></LKStateTransition></stateTransitions>
        """,
        attributes: "id=\"root\""
      )
    )
    #expect(messages(package).isEmpty && package.stateNames == ["x"])
    CAStateController(package: package).setState("x", transition: .played(at: 0))
    #expect(package.rootLayer.animationKeys() == ["opacity"])
  }

  /// Gyro wallpapers: values for the host's states, and for the device's tilt.
  @Test func hostGroups() throws {
    func entry(_ parts: [String: String]) -> String {
      let children = parts.sorted { $0.key < $1.key }.map { key, value in
        "<\(key) type=\"\(Double(value) == nil ? "string" : "real")\" value=\"\(value)\"/>"
      }
      return "<NSDictionary>\(children.joined())</NSDictionary>"
    }
    let parallax = [
      [
        "axis": "x", "keyPath": "position.x", "layerName": "leaf", "mapMinTo": "-10",
        "mapMaxTo": "30",
      ],
      [
        "axis": "y", "keyPath": "position.y", "layerName": "leaf", "mapMinTo": "5",
        "mapMaxTo": "-5",
      ],
      ["axis": "y", "keyPath": "glow", "layerName": "leaf", "mapMinTo": "5", "mapMaxTo": "-5"],
    ]
    let properties = [
      [
        "keyPath": "opacity", "layerName": "leaf", "v_lock": "0.25", "v_home": "0.5",
        "v_sleep": "0",
      ]
    ]
    let package = try read(
      document(
        """
        <sublayers><CALayer id="leaf" name="leaf" bounds="0 0 10 10" position="50 50"/></sublayers>
        <style><wallpaperParallaxGroups type="NSArray">\(parallax.map(entry).joined())
        </wallpaperParallaxGroups><wallpaperPropertyGroups type="NSArray">
        \(properties.map(entry).joined())</wallpaperPropertyGroups></style>
        """
      )
    )
    #expect(messages(package).isEmpty && package.stateNames == ["Locked", "Unlock", "Sleep"])
    let leaf = try #require(package.publishedObject(withName: "leaf"))
    let controller = CAStateController(package: package)
    controller.setState("Locked")
    #expect(leaf.opacity == 0.25)
    controller.setState("Sleep")
    #expect(leaf.opacity == 0)
    controller.setState(nil)
    #expect(leaf.opacity == 1 && leaf.position == CGPoint(x: 50, y: 50))
    #expect(package.tilt(x: 0, y: -1) && leaf.position == CGPoint(x: 10, y: 5))
    #expect(package.tilt(x: 1, y: 2) && leaf.position == CGPoint(x: 30, y: -5))
    #expect(!(try Authored.package("Switch").tilt(x: 0, y: 0)))
  }

  @Test(arguments: [
    ("basedOn=\"on\"", "basedOn=\"big\"", "big, big"),
    ("name=\"on\"", "name=\"on\" basedOn=\"big\"", "on, big, on"),
    ("basedOn=\"on\"", "basedOn=\"loud\"", "loud, which does not exist"),
  ])
  func basedOnNothingOrItself(old: String, new: String, words: String) throws {
    do {
      _ = try Authored.copy("Switch", replacing: old, with: new)
      Issue.record("no error")
    } catch let error as CAPackageError {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  /// An element of a transition that stands for another one; a target by reference.
  @Test func sharedElements() throws {
    let package = try read(
      document(
        """
        <sublayers><CALayer id="a" bounds="0 0 10 10" position="10 50"/></sublayers>
        <states>
          <LKState name="x"><elements><LKStateSetValue keyPath="position.x">
            <target object="a" type="CALayer"/><value type="integer" value="90"/>
          </LKStateSetValue></elements></LKState>
          <LKState name="y"/>
        </states>
        <stateTransitions>
          <LKStateTransition fromState="*" toState="x"><elements>
            <LKStateTransitionElement id="#9" key="position.x">
              <target object="a"/>
              <animation type="CABasicAnimation" keyPath="position.x" duration="2"/>
            </LKStateTransitionElement>
          </elements></LKStateTransition>
          <LKStateTransition fromState="*" toState="y"><elements>
            <LKStateTransitionElement object="#9"/>
          </elements></LKStateTransition>
        </stateTransitions>
        """
      )
    )
    #expect(messages(package).isEmpty)
    let stage = try StatesStage(package)
    stage.change(to: "x", then: 1)
    #expect(abs(try stage.value("position.x", of: "a") - 50) < 1e-9)
    stage.pass(2)
    stage.change(to: "y", then: 1)
    #expect(abs(try stage.value("position.x", of: "a") - 50) < 1e-9)
  }

  /// Of two transitions that are for half of the change, that from the state counts more.
  @Test func halfWildTransitionsAreMerged() throws {
    func transition(_ from: String, _ to: String, _ keys: [(String, Double)]) -> String {
      let elements = keys.map { key, duration in
        """
        <LKStateTransitionElement key="\(key)" targetId="a"><animation type="CABasicAnimation"
        keyPath="\(key)" duration="\(duration)"/></LKStateTransitionElement>
        """
      }
      return """
        <LKStateTransition fromState="\(from)" toState="\(to)"><elements>
        \(elements.joined())</elements></LKStateTransition>
        """
    }
    let package = try read(
      document(
        """
        <sublayers><CALayer id="a" bounds="0 0 10 10" position="0 0"/></sublayers>
        <states><LKState name="x"/><LKState name="y"><elements>
          <LKStateSetValue targetId="a" keyPath="position"><value type="CGPoint" value="8 8"/>
          </LKStateSetValue></elements></LKState></states>
        <stateTransitions>
          \(transition("*", "y", [("position.x", 2), ("position.y", 2)]))
          \(transition("x", "*", [("position.x", 4)]))
        </stateTransitions>
        """
      )
    )
    let stage = try StatesStage(package)
    stage.controller.setState("x")
    stage.change(to: "y", then: 1)
    #expect(abs(try stage.value("position.x", of: "a") - 2) < 1e-9)
    #expect(abs(try stage.value("position.y", of: "a") - 4) < 1e-9)
  }

  /// Unknown parts of a state are kept and named once; the known parts are applied.
  @Test func unknownPartsAreKept() throws {
    let text = document(
      """
      <sublayers><CALayer id="a" bounds="0 0 10 10" position="10 50"/></sublayers>
      <states><LKState name="x"><elements>
        <LKStateAddElement targetId="a" keyPath="sublayers"><object type="CALayer"/></LKStateAddElement>
        <LKStateSetValue targetId="a" keyPath="glow"><value type="real" value="1"/></LKStateSetValue>
        <LKStateSetValue targetId="a" keyPath="glow"><value type="real" value="2"/></LKStateSetValue>
        <LKStateSetValue targetId="b" keyPath="opacity"><value type="real" value="1"/></LKStateSetValue>
        <LKStateSetValue targetId="a" keyPath="opacity"><value type="real" value="?"/></LKStateSetValue>
        <LKStateSetValue targetId="a" keyPath="position"><value type="CGPoint" value="inf 0"/></LKStateSetValue>
        <LKStateSetValue targetId="a" keyPath="position.x" final="false"><value type="real" value="5"/></LKStateSetValue>
      </elements></LKState></states>
      """
    )
    let package = try read(text)
    #expect(
      messages(package) == [
        "LKStateAddElement is kept, without effect",
        "states that set \"glow\" are kept, without effect", "there is no layer b",
        "the value of \"opacity\" is not understood", "the value of \"position\" is not understood",
      ]
    )
    let written = try package.documentText()
    #expect(written.contains("<LKStateAddElement") && written.contains("final=\"false\""))
    let again = try read(written)
    #expect(try again.documentText() == written)
    CAStateController(package: again).setState("x")
    #expect(again.publishedObject(withName: "a")?.position == CGPoint(x: 5, y: 50))
  }
}
