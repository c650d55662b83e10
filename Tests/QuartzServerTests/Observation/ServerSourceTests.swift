// The inspector on contexts of a server: its values held against the layers of the program.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInspection
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzSoftware
import QuartzWire
import Testing

/// An inspector of a server.
private struct ServerInspection {
  let source: ServerSource
  let inspection: Inspection
  let connection: ServerConnection

  init(_ path: String, _ choice: ContextChoice = ContextChoice()) throws {
    connection = try ServerConnection(path: path)
    let backend = SoftwareBackend(threads: 1)
    var number: UInt32 = 0
    source = try ServerSource(
      connection,
      choice,
      makeRenderer: { configuration in
        number += 1
        return try ContextRenderer(
          context: number,
          configuration: configuration,
          backend: backend
        )
      },
      now: { PhaseClock.now }
    )
    inspection = Inspection(source) { PhaseClock.now }
    inspection.update()
  }

  func ask(_ name: String, _ body: String = "{}") throws -> [String: Any] {
    let answer = inspection.answer(name, Data(body.utf8))
    return try JSONSerialization.jsonObject(with: answer.body) as? [String: Any] ?? [:]
  }

  /// The picture of the last frame.
  func bytes() throws -> [UInt8] {
    let pixels = try inspection.frame().pixelStorage
    return Array(
      UnsafeRawBufferPointer(start: pixels.base, count: pixels.rowBytes * pixels.height)
    )
  }
}

@Suite(.serialized, .timeLimit(.minutes(3))) struct ServerSourceTests {
  private let size = CGSize(width: 64, height: 48)

  private func makeContext(_ path: String, _ root: CALayer, _ size: CGSize) throws -> CAContext {
    var options = CAContext.Options()
    options.isStepped = true
    let context = try CAContext(server: path, size: size, options: options)
    context.layer = root
    CATransaction.flush()
    return context
  }

  private func edit(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
    CATransaction.flush()
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    return layer
  }

  private func bytes(_ context: CAContext, at time: Double) throws -> [UInt8] {
    try context.frame(at: time).pixels.withBytes { Array($0) }
  }

  private func id(_ layer: CALayer, of context: CAContext) throws -> String {
    try #require(context.layersByID.first { $0.value === layer }).key.text
  }

  private func layer(_ layerClass: LayerClass) -> CALayer {
    switch layerClass {
    case .layer: CALayer()
    case .transform: CATransformLayer()
    case .shape: CAShapeLayer()
    case .gradient: CAGradientLayer()
    case .replicator: CAReplicatorLayer()
    case .text: CATextLayer()
    case .scroll: CAScrollLayer()
    case .tiled: CATiledLayer()
    case .emitter: CAEmitterLayer()
    case .backdrop: CABackdropLayer()
    case .portal: CAPortalLayer()
    }
  }

  /// A text of a value that is not the default of a row; nil for rows that have no texts.
  private func otherText(_ row: Property) -> String? {
    switch row.type {
    case .bool: row.defaultValue.bool == true ? "false" : "true"
    case .integer: row.id == .maskedCorners || row.id == .edgeAntialiasingMask ? "5" : "3"
    case .number: "0.375"
    case .point: "0.25 0.75"
    case .size: "12 9"
    case .rect: "0.25 0 0.5 0.75"
    case .color: "0.25 0.5 0.75 0.5"
    case .transform: "translate(3, 4, 5)"
    case .string: "a text"
    case .name(let names): names.last { $0 != ValueWords.text(row.defaultValue, row.type) }
    case .numbers: "0.25 0.5"
    case .colors: "1 0 0 1 0 1 0 0.5"
    case .path: "0 0 m 4 0 l 4 4 l h"
    case .image, .cells, .filters: nil
    }
  }

  // MARK: Values

  /// Every value that it shows is the layer's, as it was set, and after it was set again.
  @Test(arguments: LayerClass.allCases)
  func valuesAreThoseOfTheProgram(_ layerClass: LayerClass) throws {
    let local = try LocalServer()
    let root = CALayer()
    let layer = layer(layerClass)
    root.addSublayer(layer)
    let context = try makeContext(local.path, root, size)
    let id = try id(layer, of: context)
    local.server.settle(local.path)
    let tool = try ServerInspection(local.path)
    let rows = PropertyTable.all.filter { layerClass.has($0.id) && $0.id != .remoteClientId }
    func check() throws {
      local.server.settle(local.path)
      tool.inspection.update()
      let details = try tool.inspection.details(id)
      #expect(details.type == "\(type(of: layer))")
      for row in rows {
        let shown = try #require(details.properties.first { $0.name == row.name })
        guard shown.isEditable, row.id != .compositingFilter else { continue }
        let value = try ValueWords.value(shown.value, row)
        let (found, wanted) = (
          layer.value(forKey: row.name), value.bridged(row.type) { _ in nil }
        )
        if let found = found as? AnyHashable, let wanted = wanted as? AnyHashable {
          #expect(found == wanted, "\(row.name)")
        } else {
          #expect("\(found ?? 0)" == "\(wanted ?? 0)", "\(row.name)")
        }
      }
    }
    try check()
    for row in rows {
      guard let text = otherText(row), row.id != .compositingFilter else { continue }
      let value = try ValueWords.value(text, row)
      edit { layer.setValue(value.bridged(row.type) { _ in nil }, forKey: row.name) }
    }
    try check()
  }

  @Test func editsShowAndTheProgramIsNotTold() throws {
    let local = try LocalServer()
    let layer = box(0, 0, 64, 48)
    let context = try makeContext(local.path, layer, size)
    let id = try id(layer, of: context)
    local.server.settle(local.path)
    let tool = try ServerInspection(local.path)
    let body = #"{"id": "\#(id)", "key": "backgroundColor", "text": "0 0 1 1"}"#
    let answer = try tool.ask("edit", body)
    let properties = try #require(answer["properties"] as? [[String: Any]])
    let color = try #require(properties.first { $0["name"] as? String == "backgroundColor" })
    #expect(color["value"] as? String == "0 0 1 1" && color["origin"] as? String == "override")
    #expect(Array(try bytes(context, at: 1)[0..<4]) == [0, 0, 255, 255])
    #expect(layer.backgroundColor?.components == [1, 0, 0, 1])
    // The program sets another one, which shows when the edit is taken back.
    edit { layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1) }
    #expect(Array(try bytes(context, at: 2)[0..<4]) == [0, 0, 255, 255])
    _ = try tool.ask("edit", #"{"id": "\#(id)", "key": "backgroundColor"}"#)
    #expect(Array(try bytes(context, at: 3)[0..<4]) == [0, 255, 0, 255])
    for (key, text) in [("opacity", "much"), ("contents", "1"), ("nothing", "1")] {
      let refused = try tool.ask(
        "edit",
        #"{"id": "\#(id)", "key": "\#(key)", "text": "\#(text)"}"#
      )
      #expect(refused["error"] is String)
    }
  }

  // MARK: Frames

  /// The frame is that of the server, byte for byte, while the tree changes.
  @Test func framesAreThoseOfTheServer() throws {
    let local = try LocalServer()
    let root = box(0, 0, 64, 48)
    let context = try makeContext(local.path, root, size)
    let emitter = CAEmitterLayer()
    emitter.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    emitter.emitterPosition = CGPoint(x: 32, y: 24)
    let cell = CAEmitterCell()
    cell.contents = try CAContext(size: CGSize(width: 3, height: 3)).image()
    cell.color = CGColor(red: 0, green: 1, blue: 1, alpha: 1)
    (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (30, 2, 20, 6)
    emitter.emitterCells = [cell]
    let text = CATextLayer()
    text.frame = CGRect(x: 2, y: 2, width: 60, height: 20)
    (text.string, text.fontSize) = ("Ag", 14)
    edit {
      root.addSublayer(text)
      root.addSublayer(emitter)
    }
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    (turn.toValue, turn.duration, turn.beginTime) = (3, 4, 0.001)
    text.add(turn, forKey: "turn")
    CATransaction.flush()
    _ = try bytes(context, at: 1)
    local.server.settle(local.path)
    let tool = try ServerInspection(local.path)
    for step in 0..<4 {
      if step == 2 { edit { text.string = "Changed" } }
      let time = 1 + Double(step) / 2
      let frame = try bytes(context, at: time)
      local.server.settle(local.path)
      tool.inspection.update()
      #expect(tool.inspection.clock.isLive && tool.source.liveTime == time)
      #expect(try tool.bytes() == frame, "\(time)")
    }
    let costs = tool.inspection.frameDetails()
    #expect(costs.facts.first == ["Frames of the server", "4"])
  }

  /// A program that hosts another one is seen with what it hosts.
  @Test func hostedTreesAreSeen() throws {
    let local = try LocalServer()
    let number = Int32(CARemoteLayerServer.shared().serverPort)
    let name = try #require(LayerServerPort(descriptor: number))
    let client = CARemoteLayerClient(LayerServerPort(key: name.key, path: local.path))
    let root = box(0, 0, 64, 48)
    let hosting = CALayer(remoteClientId: client.clientId)
    let inner = box(10, 10, 20, 20)
    let context = try makeContext(local.path, root, size)
    edit {
      inner.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      client.layer = inner
      root.addSublayer(hosting)
    }
    local.server.settle(local.path)
    let tool = try ServerInspection(local.path)
    #expect(tool.source.entry.client == 0)
    func check() throws {
      let frame = try bytes(context, at: 1)
      local.server.settle(local.path)
      tool.inspection.update()
      #expect(try tool.bytes() == frame)
    }
    try check()
    #expect(tool.source.renderer.tree.layerCount == 3)
    edit { inner.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1) }
    local.server.settle(local.path)
    try check()
    let hit = tool.inspection.hit(x: 15, y: 15)
    let shown = try #require(hit.id)
    #expect(shown.contains("."))
    // Its values are the other program's: it has a context of its own.
    let refused = try tool.ask("edit", #"{"id": "\#(shown)", "key": "opacity", "text": "0"}"#)
    #expect((refused["error"] as? String)?.contains("another program") == true)
    let other = try #require(tool.source.stateNames.first { $0 != tool.source.stateName })
    _ = try tool.ask("state", #"{"state": "\#(other)"}"#)
    #expect(tool.source.renderer.tree.layerCount == 1)
    client.invalidate()
    local.server.settle(local.path)
  }

  // MARK: Programs that stop, go and come

  /// A stopped program is seen, and edited, since the server answers.
  @Test func aStoppedProgramIsSeen() throws {
    let server = try ServerProcess()
    let program = try RunningProgram("quartz-test-client", [server.path])
    let token = try #require(UInt64(program.readLine()))
    program.signal(SIGSTOP)
    let tool = try ServerInspection(
      server.path,
      ContextChoice(process: UInt32(program.process.processIdentifier))
    )
    #expect(tool.source.entry.token == token)
    #expect(tool.inspection.clock.isLive)
    let info = try tool.ask("info")
    #expect(info["layers"] as? Int == 2 && info["animations"] as? Int == 1)
    // It moves on by its animation.
    let first = tool.inspection.frameNumber
    let deadline = PhaseClock.now + 30
    while tool.inspection.frameNumber < first + 3, PhaseClock.now < deadline {
      tool.inspection.update()
    }
    #expect(tool.inspection.frameNumber >= first + 3)
    _ = try tool.ask("edit", #"{"id": "2", "key": "backgroundColor", "text": "0 0 1 1"}"#)
    let frame = try tool.connection.capture(token).bytes
    let pixels = stride(from: 0, to: frame.count, by: 4).map { Array(frame[$0..<$0 + 3]) }
    #expect(Set(pixels).contains([0, 0, 255]) && !Set(pixels).contains([255, 255, 255]))
    program.end()
    // It is gone now, and the last picture stays.
    while tool.inspection.problem == nil, PhaseClock.now < deadline { tool.inspection.update() }
    #expect(tool.inspection.problem?.contains("has no context any more") == true)
    #expect(tool.source.renderer.tree.layerCount == 2)
  }

  /// A program that makes its window larger has another context, which is looked into.
  @Test func anotherSizeIsFollowed() throws {
    let local = try LocalServer()
    let root = box(0, 0, 64, 48)
    let context = try makeContext(local.path, root, size)
    local.server.settle(local.path)
    let tool = try ServerInspection(local.path)
    try context.setSize(CGSize(width: 80, height: 20))
    let frame = try bytes(context, at: 2)
    local.server.settle(local.path)
    for _ in 0..<3 { tool.inspection.update() }
    #expect(tool.inspection.problem == nil)
    #expect(try tool.bytes() == frame)
    let update = try tool.ask("update", #"{"view": "a", "count": 9}"#)
    let info = try #require(update["info"] as? [String: Any])
    #expect(info["width"] as? Int == 80 && info["kind"] as? String == "server")
  }

  @Test func aServerThatDiesIsFoundAgain() throws {
    let server = try ServerProcess()
    let root = box(0, 0, 64, 48)
    let context = try makeContext(server.path, root, size)
    let tool = try ServerInspection(server.path)
    server.program.end()
    tool.inspection.update()
    #expect(tool.inspection.problem != nil)
    try server.restart()
    let deadline = PhaseClock.now + 30
    while tool.inspection.problem != nil, PhaseClock.now < deadline {
      _ = try? bytes(context, at: 1)
      tool.inspection.update()
    }
    #expect(tool.inspection.problem == nil)
    #expect(tool.source.renderer.tree.layerCount == 1)
  }

  /// Ten updates a second of a tree of 10,000 layers cost what changed.
  @Test func updatesCostWhatChanged() throws {
    let local = try LocalServer()
    let root = box(0, 0, 64, 48)
    for index in 0..<10_000 {
      let layer = box(Double(index % 64), Double(index % 48), 1, 1)
      layer.name = "layer \(index)"
      root.addSublayer(layer)
    }
    let context = try makeContext(local.path, root, size)
    local.server.settle(local.path)
    let tool = try ServerInspection(local.path)
    #expect(tool.source.renderer.tree.layerCount == 10_001)
    _ = try tool.ask("update", #"{"view": "a", "first": 0, "count": 40}"#)
    var have = 1
    let changed = tool.source.changeCount
    for round in 0..<10 {
      edit { root.sublayers?[round].name = "changed" }
      local.server.settle(local.path)
      let bytes = tool.connection.receivedBytes
      let body = #"{"view": "a", "have": \#(have), "first": 0, "count": 40}"#
      let answer = tool.inspection.answer("update", Data(body.utf8))
      have += 1
      #expect(answer.body.count < 600)
      // A change of a name, and once a second the list of contexts.
      #expect(tool.connection.receivedBytes - bytes < 500)
      let object =
        try JSONSerialization.jsonObject(with: answer.body) as? [String: Any] ?? [:]
      #expect((object["rows"] as? [Any])?.count == 1)
    }
    #expect(tool.source.changeCount == changed + 10)
    withExtendedLifetime(context) {}
  }
}
