// The programming guide, chapters 5 and 6: transitions, time, transactions, depth and actions.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum GuideTime {
  static let demos: [Demo] = [
    push, filter, localTime, pause, transaction, durationKey, nested, perspective, fillMode,
    autoreverse, offsets, otherTypes, contentsAction, disabled, search, triggers,
  ]

  private static func square(
    _ id: String,
    _ title: String,
    play: @escaping @MainActor (Stage, CALayer) throws -> Void
  ) -> Demo {
    Demo(id, title) { SquareController() }.play { stage in
      let layer = try stage.the(SquareController.self).layer
      stage.move(to: 0)
      try play(stage, layer)
    }
  }

  // MARK: Transitions

  private static let push = Demo("AG-L5.1", "Two layers in one transition") { TwoLayers() }
    .screen(200, 200)
    .play { stage in
      let controller = try stage.the(TwoLayers.self)
      stage.move(to: 0)
      try stage.show()
      let transition = CATransition()
      transition.startProgress = 0
      transition.endProgress = 1
      transition.type = .push
      transition.subtype = .fromRight
      transition.duration = 1
      transition.timingFunction = CAMediaTimingFunction(name: .linear)
      controller.first.add(transition, forKey: "transition")
      controller.second.add(transition, forKey: "transition")
      controller.first.isHidden = true
      controller.second.isHidden = false
      stage.move(to: 0.5)
      let right = try stage.pixels()[150, 100]
      let left = try stage.pixels()[50, 100]
      stage.expect(right[2] > 100 && right[0] < 140, "the new one comes from the right: \(right)")
      stage.expect(left[0] > 100 && left[2] < 140, "the old one leaves at the left: \(left)")
      try stage.show()
      stage.move(to: 1.01)
      stage.expect([(10, 100, .blue), (190, 100, .blue)], "the new one alone")
      try stage.show()
    }

  private static let filter = Demo("AG-L5.2", "A transition by a filter") { TwoLayers() }
    .screen(200, 200)
    .play { stage in
      let controller = try stage.the(TwoLayers.self)
      stage.move(to: 0)
      guard let bars = CIFilter(name: "CIBarsSwipeTransition") else {
        return stage.expect(false, "there is such a filter")
      }
      bars.setDefaults()
      bars.setValue(3.14, forKey: "inputAngle")
      bars.setValue(30.0, forKey: "inputWidth")
      bars.setValue(10.0, forKey: "inputBarOffset")
      let transition = CATransition()
      transition.filter = bars
      transition.duration = 1
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      controller.host.add(transition, forKey: "transition")
      controller.second.isHidden = false
      controller.first.isHidden = true
      CATransaction.commit()
      stage.expect([(10, 100, .red), (190, 100, .red)], "the old picture")
      try stage.show()
      stage.move(to: 0.5)
      try stage.show()
      let pixels = try stage.pixels()
      let column = (0..<20).map { pixels[100, CGFloat($0) * 10 + 5] }
      let row = (0..<20).map { pixels[CGFloat($0) * 10 + 5, 100] }
      let blue = (column + row).filter { $0[2] > 128 }.count
      stage.expect(blue > 0 && blue < 40, "bars of the new one: \(blue)")
      stage.move(to: 1.01)
      stage.expect([(10, 100, .blue), (190, 100, .blue)], "the new picture")
      try stage.show()
    }

  private static let otherTypes = Demo("AG-5.x4", "Fade, move in and reveal") { Transitions() }
    .screen(330, 110)
    .play { stage in
      let layers = try stage.the(Transitions.self).layers
      stage.move(to: 0)
      let types: [CATransitionType] = [.fade, .moveIn, .reveal]
      for (layer, type) in zip(layers, types) {
        let transition = CATransition()
        transition.type = type
        transition.subtype = .fromRight
        transition.duration = 1
        layer.add(transition, forKey: nil)
        layer.sublayers?.first?.isHidden = true
        layer.sublayers?.last?.isHidden = false
      }
      stage.move(to: 0.5)
      stage.expect(
        at: CGPoint(x: 55, y: 55),
        UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1),
        "both in each other"
      )
      stage.expect([(120, 55, .red), (200, 55, .blue)], "the new one over the old one")
      stage.expect([(230, 55, .red), (310, 55, .blue)], "the new one under the old one")
      try stage.show()
      stage.move(to: 1.01)
      stage.expect([(55, 55, .blue), (120, 55, .blue), (230, 55, .blue)], "the new ones")
    }

  // MARK: Time

  private static let localTime = square("AG-L5.3", "The time of a layer") { stage, layer in
    let now = CACurrentMediaTime()
    stage.expect(
      CGFloat(layer.convertTime(now, from: nil)),
      is: CGFloat(now),
      within: 0.001,
      "the time of a layer like any other"
    )
    layer.speed = 2
    layer.beginTime = now - 3
    stage.expect(
      CGFloat(layer.convertTime(now, from: nil)),
      is: 6,
      within: 0.001,
      "twice the time since it began"
    )
    try stage.show()
  }

  private static let pause = Demo("AG-L5.4", "A pause") { SquareController() }
    .screen(320, 160)
    .play { stage in
      let layer = try stage.the(SquareController.self).layer
      stage.move(to: 0)
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (0.0, 1000.0, 10)
      layer.add(move, forKey: "move")
      @MainActor func expect(_ x: CGFloat, _ what: String) throws {
        let shown = layer.presentation()?.position.x ?? -1
        stage.expect(shown, is: x, within: 0.5, what)
        try stage.show(what)
      }
      stage.move(to: 2)
      let pausedTime = layer.convertTime(CACurrentMediaTime(), from: nil)
      layer.speed = 0
      layer.timeOffset = pausedTime
      try expect(200, "paused")
      stage.move(to: 3.5)
      try expect(200, "still paused")
      stage.expect(
        CGFloat(layer.convertTime(CACurrentMediaTime(), from: nil)),
        is: CGFloat(pausedTime),
        "the layer's time is paused"
      )
      stage.move(to: 5)
      let stopped = layer.timeOffset
      layer.speed = 1
      layer.timeOffset = 0
      layer.beginTime = 0
      layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - stopped
      try expect(200, "resumed")
      stage.move(to: 6)
      try expect(300, "on its way")
      stage.move(to: 12.99)
      stage.expect(!(layer.animationKeys()?.isEmpty ?? true), "it runs for ten seconds of its own")
      stage.move(to: 13.01)
      stage.expect(layer.animationKeys()?.isEmpty ?? true, "and ends after thirteen")
    }

  private static let fillMode = square("AG-5.x1", "Before it begins") { stage, layer in
    let begin = CACurrentMediaTime() + 2
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.position.x = 100
    CATransaction.commit()
    let other = CALayer(CGRect(x: -20, y: 200, width: 80, height: 80), .orange)
    other.position.x = 100
    layer.superlayer?.addSublayer(other)
    for (layer, fillMode) in [(layer, CAMediaTimingFillMode.removed), (other, .backwards)] {
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (0.0, 100.0, 1)
      move.beginTime = begin
      move.fillMode = fillMode
      layer.add(move, forKey: "move")
    }
    stage.wait(1)
    stage.expect(layer.presentation()?.position.x ?? -1, is: 100, "the model's place")
    stage.expect(other.presentation()?.position.x ?? -1, is: 0, "the first place, by its fill mode")
    try stage.show()
    stage.wait(1.001)
    stage.expect(layer.presentation()?.position.x ?? -1, is: 0, within: 0.2, "a jump to the first")
    try stage.show()
  }

  private static let autoreverse = square("AG-5.x2", "There and back") { stage, layer in
    let other = CALayer(CGRect(x: 40, y: 200, width: 80, height: 80), .orange)
    layer.superlayer?.addSublayer(other)
    for (layer, count) in [(layer, Float(1)), (other, 1.5)] {
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (0.0, 100.0, 1)
      move.autoreverses = true
      move.repeatCount = count
      move.fillMode = .forwards
      move.isRemovedOnCompletion = false
      layer.add(move, forKey: "move")
    }
    stage.wait(1)
    stage.expect(layer.presentation()?.position.x ?? -1, is: 100, within: 0.01, "there")
    try stage.show()
    stage.wait(2.5)
    stage.expect(layer.presentation()?.position.x ?? -1, is: 0, within: 0.01, "back again")
    stage.expect(other.presentation()?.position.x ?? -1, is: 100, within: 0.01, "there again")
    try stage.show()
  }

  private static let offsets = square("AG-5.x3", "A member that begins later") { stage, layer in
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (80.0, 180.0, 2)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (1.0, 0.0, 2)
    fade.beginTime = 2
    let group = CAAnimationGroup()
    group.animations = [move, fade]
    group.duration = 4
    layer.add(group, forKey: "group")
    for (time, opacity) in [(1.0, 1.0), (1.99, 1), (3, 0.5)] {
      stage.move(to: time)
      let shown = CGFloat(layer.presentation()?.opacity ?? -1)
      stage.expect(shown, is: opacity, within: 0.01, "the opacity at \(time) s")
      try stage.show()
    }
  }

  // MARK: Transactions

  private static let transaction = square("AG-L5.5", "A transaction") { stage, layer in
    CATransaction.begin()
    layer.zPosition = 200
    layer.opacity = 0
    CATransaction.commit()
    stage.wait(0.125)
    let shown = layer.presentation()
    let share = (shown?.zPosition ?? 0) / 200
    stage.expect(share > 0.1 && share < 0.95, "both are on their way")
    stage.expect(CGFloat(shown?.opacity ?? -1), is: 1 - share, within: 0.01, "to the same part")
    try stage.show()
    stage.wait(0.126)
    stage.expect(layer.animationKeys()?.isEmpty ?? true, "both have ended")
  }

  private static let durationKey = square("AG-L5.6", "The duration of a transaction") {
    stage,
    layer in
    CATransaction.begin()
    CATransaction.setValue(10.0, forKey: kCATransactionAnimationDuration)
    layer.position = CGPoint(x: 260, y: 80)
    CATransaction.commit()
    layer.opacity = 0.5
    stage.wait(0)
    stage.expect(CGFloat(layer.animation(forKey: "position")?.duration ?? 0), is: 10, "inside")
    stage.expect(CGFloat(layer.animation(forKey: "opacity")?.duration ?? 0), is: 0.25, "after it")
    stage.wait(5)
    let x = layer.presentation()?.position.x ?? 0
    stage.expect(x > 100 && x < 259, "it is still on its way")
    try stage.show()
  }

  private static let nested = square("AG-L5.7", "Transactions in each other") { stage, layer in
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    layer.position = CGPoint(x: 0, y: 0)
    CATransaction.begin()
    CATransaction.setAnimationDuration(5)
    layer.zPosition = 200
    layer.opacity = 0
    CATransaction.commit()
    stage.expect(
      CGFloat(layer.presentation()?.opacity ?? 1),
      is: 1,
      "nothing begins with the inner one's commit"
    )
    CATransaction.commit()
    for time in [1.0, 2.01, 5.01] {
      stage.move(to: time)
      try stage.show()
      let keys = layer.animationKeys() ?? []
      stage.expect(keys.contains("position") == (time < 2), "the outer one's at \(time) s")
      stage.expect(keys.contains("opacity") == (time < 5), "the inner one's at \(time) s")
    }
  }

  private static let perspective = Demo("AG-L5.8", "Depth in perspective") { Depth() }
    .screen(300, 300)
    .play { stage in
      let controller = try stage.the(Depth.self)
      let sides = [(-200.0, 71.4), (-100, 83.3), (0, 100), (100, 125), (200, 166.7)]
      for (z, side) in sides {
        controller.layer.zPosition = z
        stage.wait(0.3)
        let found = try width(stage)
        stage.expect(found, is: side, within: 1.5, "the side at \(z)")
        try stage.show("z \(Int(z))")
      }
      controller.look(from: 2000)
      stage.wait(0.3)
      stage.expect(try width(stage), is: 111.1, within: 1.5, "flatter from farther")
      try stage.show("from 2000")
      controller.look(from: nil)
      stage.wait(0.3)
      stage.expect(try width(stage), is: 100, within: 1.5, "no perspective")
    }

  private static func width(_ stage: Stage) throws -> CGFloat {
    try stage.pixels().box(in: CGRect(x: 0, y: 150, width: 300, height: 1)) {
      $0[2] > 128 && $0[0] < 128
    }.width
  }

  // MARK: Actions

  private static let contentsAction = Demo("AG-L6.1", "A transition as an action") {
    ContentsAction()
  }
  .screen(200, 200)
  .play { stage in
    let layer = try stage.the(ContentsAction.self).layer
    stage.move(to: 0)
    try stage.show()
    layer.contents = NeuburgAssets.plain(8, 8, .blue).cgImage
    layer.borderWidth = 20
    stage.wait(0.5)
    // The curve has gone by 0.3154 of the way at half the time: 63 points.
    let pixels = try stage.pixels()
    let old = (30..<170).filter { pixels[CGFloat($0), 100][0] > 128 }.count
    stage.expect(CGFloat(old), is: 107, within: 3, "the old picture before the border at 137")
    stage.expect(
      layer.animation(forKey: "borderWidth") == nil,
      "another property took its quarter of a second"
    )
    try stage.show()
    stage.wait(0.51)
    stage.expect(at: CGPoint(x: 100, y: 100), .blue, "the new picture")
    try stage.show()
  }

  private static let disabled = Demo("AG-L6.2", "Without actions") { OrderOut() }
    .screen(220, 110)
    .play { stage in
      let controller = try stage.the(OrderOut.self)
      stage.move(to: 0)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      controller.layers[0].removeFromSuperlayer()
      CATransaction.commit()
      stage.expect(
        controller.recorder.events.isEmpty,
        "nothing runs: \(controller.recorder.events)"
      )
      stage.expect(at: CGPoint(x: 55, y: 55), .white, "it is gone at once")
      try stage.show("disabled")
      controller.layers[1].removeFromSuperlayer()
      stage.wait(0)
      stage.expect(controller.recorder.events == ["onOrderOut"], "the action runs")
      try stage.show("enabled")
    }

  private static let search = Demo("AG-6.x1", "The search for an action") { SearchController() }
    .screen(160, 160)
    .play { stage in
      let controller = try stage.the(SearchController.self)
      stage.move(to: 0)
      var hits: [String] = []
      for step in 0..<5 {
        controller.recorder.clear()
        controller.layer.opacity = step % 2 == 0 ? 0.5 : 1
        stage.wait(0)
        hits.append(
          controller.recorder.events.first
            ?? (controller.layer.animation(forKey: "opacity") == nil ? "none" : "implicit")
        )
        switch step {
        case 0: controller.isDelegating = false
        case 1: controller.layer.actions = nil
        case 2: controller.layer.style = nil
        case 3: SearchLayer.hasDefault = false
        default: break
        }
        stage.wait(0.3)
      }
      stage.expect(
        hits == ["delegate", "actions", "style", "class", "implicit"],
        "from level to level: \(hits)"
      )
      try stage.show()
      controller.isStopping = true
      controller.layer.opacity = 0
      stage.wait(0)
      stage.expect(controller.layer.animation(forKey: "opacity") == nil, "NSNull runs nothing")
      stage.expect(at: CGPoint(x: 80, y: 80), .white, "the value is there at once")
      SearchLayer.hasDefault = true
    }

  private static let triggers = Demo("AG-6.x2", "What asks for an action") { Triggers() }
    .screen(160, 160)
    .play { stage in
      let controller = try stage.the(Triggers.self)
      stage.move(to: 0)
      let layer = controller.layer
      @MainActor func expect(_ key: String, _ change: () -> Void) {
        controller.recorder.clear()
        change()
        stage.wait(0)
        stage.expect(
          controller.recorder.events.contains(key),
          "\(key): \(controller.recorder.events)"
        )
      }
      expect("onOrderIn") { controller.view.layer.addSublayer(layer) }
      expect("hidden") { layer.isHidden = true }
      expect("onOrderIn") { layer.isHidden = false }
      try stage.show()
      expect("foo") { layer.setValue(1, forKey: "foo") }
      expect("name") { layer.name = "Moe" }
      let transition = CATransition()
      transition.duration = 0.1
      layer.add(transition, forKey: "mine")
      stage.expect(layer.animation(forKey: "transition") != nil, "a transition has its own key")
      expect("onOrderOut") { layer.removeFromSuperlayer() }
    }
}

// MARK: - Controllers

private final class TwoLayers: UIViewController {
  let host = CALayer(CGRect(x: 0, y: 0, width: 200, height: 200))
  let first = CALayer(CGRect(x: 0, y: 0, width: 200, height: 200), .red)
  let second = CALayer(CGRect(x: 0, y: 0, width: 200, height: 200), .blue)

  override func viewDidLoad() {
    super.viewDidLoad()
    second.isHidden = true
    host.sublayers = [first, second]
    view.layer.addSublayer(host)
  }
}

private final class Transitions: UIViewController {
  private(set) var layers: [CALayer] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    for index in 0..<3 {
      let layer = CALayer(CGRect(x: 5 + index * 110, y: 5, width: 100, height: 100))
      layer.masksToBounds = true
      let hidden = CALayer(layer.bounds, .blue)
      hidden.isHidden = true
      layer.sublayers = [CALayer(layer.bounds, .red), hidden]
      view.layer.addSublayer(layer)
      layers.append(layer)
    }
  }
}

private final class Depth: UIViewController {
  let layer = CALayer(CGRect(x: 100, y: 100, width: 100, height: 100), .blue)

  override func viewDidLoad() {
    super.viewDidLoad()
    look(from: 500)
    view.layer.addSublayer(layer)
  }

  func look(from eye: CGFloat?) {
    var transform = CATransform3DIdentity
    if let eye { transform.m34 = -1 / eye }
    view.layer.sublayerTransform = transform
  }
}

private final class ContentsAction: UIViewController, CALayerDelegate {
  let layer = CALayer(CGRect(x: 0, y: 0, width: 200, height: 200))

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.contents = NeuburgAssets.plain(8, 8, .red).cgImage
    layer.masksToBounds = true
    layer.borderColor = UIColor.black.cgColor
    layer.delegate = self
    view.layer.addSublayer(layer)
  }

  nonisolated func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    guard event == "contents" else { return nil }
    let transition = CATransition()
    transition.duration = 1
    transition.timingFunction = CAMediaTimingFunction(name: .easeIn)
    transition.type = .push
    transition.subtype = .fromRight
    return transition
  }
}

/// Notes the events that it is run for.
private final class Recorder: CAAction {
  private(set) var events: [String] = []
  private let name: String?
  private let shared: Recorder?

  /// Creates an action that notes in another, under a name.
  init(_ name: String? = nil, in shared: Recorder? = nil) {
    (self.name, self.shared) = (name, shared)
  }

  func note(_ event: String) { events.append(event) }

  func clear() { events = [] }

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (shared ?? self).note(name ?? event)
  }
}

private final class OrderOut: UIViewController {
  let recorder = Recorder()
  let layers = [5, 115].map { CALayer(CGRect(x: $0, y: 5, width: 100, height: 100), .blue) }

  override func viewDidLoad() {
    super.viewDidLoad()
    for layer in layers {
      layer.actions = ["onOrderOut": recorder]
      view.layer.addSublayer(layer)
    }
  }
}

private final class SearchLayer: CALayer {
  // Safe because: the demo runs on one thread.
  nonisolated(unsafe) static var hasDefault = true
  // Safe because: as above.
  nonisolated(unsafe) static var recorder: Recorder?

  override class func defaultAction(forKey event: String) -> (any CAAction)? {
    guard hasDefault, event == "opacity", let recorder else {
      return super.defaultAction(forKey: event)
    }
    return Recorder("class", in: recorder)
  }
}

private final class SearchController: UIViewController, @preconcurrency CALayerDelegate {
  let recorder = Recorder()
  let layer = SearchLayer()
  var isDelegating = true
  var isStopping = false

  override func viewDidLoad() {
    super.viewDidLoad()
    SearchLayer.recorder = recorder
    layer.frame = CGRect(x: 30, y: 30, width: 100, height: 100)
    layer.backgroundColor = UIColor.blue.cgColor
    layer.delegate = self
    layer.actions = ["opacity": Recorder("actions", in: recorder)]
    layer.style = ["actions": ["opacity": Recorder("style", in: recorder)]]
    view.layer.addSublayer(layer)
  }

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    guard event == "opacity" else { return nil }
    if isStopping { return NSNull() }
    return isDelegating ? Recorder("delegate", in: recorder) : nil
  }
}

private final class Triggers: UIViewController, @preconcurrency CALayerDelegate {
  let recorder = Recorder()
  let layer = CALayer(CGRect(x: 30, y: 30, width: 100, height: 100), .blue)

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.delegate = self
  }

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    recorder.note(event)
    return nil
  }
}
