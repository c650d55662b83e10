// The cost of getting pixels from a client's heap onto the server's output.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzServer
import QuartzWire

/// 4 MiB of contents from the client's commit to the first frame that shows them, which the client
/// has in its hands: over a server's socket, drawn by its own thread with the software renderer on
/// all cores.
///
/// `presented` replaces the picture by a slot's message, without a commit; with the renderer that
/// `--backend` names. `pooled` writes to memory that an earlier picture has left, as an animation
/// of pictures does; `first` has a new pool for every picture, so that the kernel must find and
/// clear every page.
enum ContentsBench {
  static let all = [
    Bench(name: "contents/drawn pooled") { _ in try frames(isFirstUse: false) },
    Bench(name: "contents/drawn first") { _ in try frames(isFirstUse: true) },
    Bench(name: "contents/drawn presented") { options in try presents(options.backend) },
  ]

  private static let side = 1024

  private static func frames(isFirstUse: Bool) throws -> (Int) throws -> Void {
    let server = try Server()
    // A byte of its own for each picture, so that an old one is noticed.
    let pictures = try (0..<4).map { try picture(UInt8(200 + $0)) }
    let options = ServerConnection.Options()
    let shared = try ServerConnection(path: server.path, options: options)
    let configuration = ContextConfiguration(width: side, height: side)
    func open(_ connection: ServerConnection) throws -> RemoteContext {
      let context = try connection.createContext(configuration, clock: .stepped)
      try connection.send(creation, to: context)
      _ = try connection.frame(of: context)
      return context
    }
    let sharedContext = try open(shared)
    // A connection and its pool for each picture, made before anything is measured.
    let fresh = try (0..<(isFirstUse ? 64 : 0)).map { _ in
      let connection = try ServerConnection(path: server.path, options: options)
      return (connection, try open(connection))
    }
    return { frame in
      _ = server
      let (connection, context) = isFirstUse ? fresh[frame % 64] : (shared, sharedContext)
      let image = ImageID(UInt32(frame + 1))
      var commit = Commit()
      commit.createdImages = [.init(image, pictures[frame % 4])]
      if frame > 0 && !isFirstUse { commit.destroyedImages = [ImageID(UInt32(frame))] }
      var values = PropertyBag()
      values[.contents] = .image(image)
      commit.changes = [.init(LayerID(1), values)]
      try connection.send(commit, to: context)
      let shown = try connection.frame(of: context, at: .seconds(Double(frame)))
      let byte = shown.pixels.withBytes { $0[side * side * 2] }
      guard byte == UInt8(200 + frame % 4) else { throw WireError.disconnected }
    }
  }

  private static func presents(_ backend: BackendChoice) throws -> (Int) throws -> Void {
    let server = try Server(backend == .software ? .software : .gles)
    let connection = try ServerConnection(path: server.path)
    let configuration = ContextConfiguration(width: side, height: side)
    let context = try connection.createContext(configuration, clock: .stepped)
    var commit = creation
    commit.createdImages = [.init(ImageID(1), try picture(1))]
    commit.changes[0].values[.contents] = .image(ImageID(1))
    try connection.send(commit, to: context)
    return { frame in
      _ = server
      let pixels = try connection.pool.pixels(width: side, height: side, isOpaque: true) { memory in
        _ = memory.initializeMemory(as: UInt8.self, repeating: UInt8(200 + frame % 4))
      }
      connection.present(ImagePresent(ImageID(1), pixels), in: context)
      let shown = try connection.frame(of: context, at: .seconds(Double(frame)))
      let byte = shown.pixels.withBytes { $0[side * side * 2] }
      guard byte == UInt8(200 + frame % 4) else { throw WireError.disconnected }
    }
  }

  /// One layer that fills the output.
  private static let creation: Commit = {
    var commit = Commit()
    commit.created = [.init(LayerID(1), .layer)]
    var values = PropertyBag()
    values[.bounds] = .rect(Rect(0, 0, Double(side), Double(side)))
    values[.position] = .point(Point(Double(side) / 2, Double(side) / 2))
    commit.changes = [.init(LayerID(1), values)]
    commit.root = LayerID(1)
    return commit
  }()

  private static func picture(_ byte: UInt8) throws -> PixelBuffer {
    try .filled(byte, width: side, height: side)
  }

  /// A server with a socket in a folder that goes away with it.
  private final class Server {
    let path: String
    private let folder: String
    private let server: RenderServer

    init(_ renderer: RendererChoice = .software) throws {
      var name = Array("/tmp/quartz-bench-XXXXXX".utf8CString)
      precondition(mkdtemp(&name) != nil, "no folder under /tmp")
      folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = folder + "/s"
      var options = ServerOptions()
      options.renderer = renderer
      server = try RenderServer(options)
      try server.listen(at: SocketPath(path))
    }

    deinit {
      server.stop()
      unlink(path + ".lock")
      rmdir(folder)
    }
  }
}
