// Textures of images: files, data, images, cube maps, options, and what goes wrong.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import OpenGLES
import Synchronization
import Testing

@testable import GLKit

/// An image of straight or premultiplied R, G, B, A bytes, or, with one byte a pixel, of grey ones.
private func image(
  _ width: Int,
  _ height: Int,
  _ bytes: [UInt8],
  _ alpha: CGImageAlphaInfo = .last,
  bytesPerPixel: Int = 4
) throws -> CGImage {
  let provider = try #require(CGDataProvider(data: Data(bytes)))
  return try #require(
    CGImage(
      width: width,
      height: height,
      bitsPerComponent: 8,
      bitsPerPixel: 8 * bytesPerPixel,
      bytesPerRow: width * bytesPerPixel,
      space: bytesPerPixel == 1 ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  )
}

private func png(_ image: CGImage) throws -> Data {
  let data = NSMutableData()
  let target = try #require(
    CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil)
  )
  CGImageDestinationAddImage(target, image, nil)
  try #require(CGImageDestinationFinalize(target))
  return data as Data
}

/// Opaque: red, green; blue, white.
private let square: [UInt8] = [
  255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255,
]

private func rows(_ bytes: [UInt8], _ order: [Int]) -> [UInt8] {
  let length = bytes.count / order.count
  return order.flatMap { bytes[$0 * length..<($0 + 1) * length] }
}

/// A folder that is removed at the end.
private final class TextureFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "GLKTextureLoaderTests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ data: Data, _ name: String) throws -> String {
    let file = path + "/" + name
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }
}

private func code(_ body: () throws -> Void) -> GLKTextureLoaderError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? GLKTextureLoaderError)?.code
  }
}

@Suite(.serialized) struct GLKTextureLoaderTests {
  @Test func fileIsATextureWithItsUpperRowFirst() throws {
    let (stage, folder) = (try TextureStage(), try TextureFolder())
    let path = try folder.write(try png(try image(2, 2, square)), "square.png")
    let texture = try GLKTextureLoader.texture(withContentsOfFile: path)
    #expect(stage.texels(texture) == square)
    #expect(texture.target == GLenum(GL_TEXTURE_2D) && texture.width == 2 && texture.height == 2)
    #expect(texture.depth == 1 && texture.arrayLength == 1 && texture.mimapLevelCount == 1)
    #expect(texture.textureOrigin == .topLeft && !texture.containsMipmaps)
    #expect(texture.alphaState == .none)
    let upward = try GLKTextureLoader.texture(
      withContentsOf: URL(fileURLWithPath: path),
      options: [GLKTextureLoaderOriginBottomLeft: true]
    )
    #expect(stage.texels(upward) == rows(square, [1, 0]) && upward.textureOrigin == .bottomLeft)
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  @Test func alphaIsAsTheFileOrTheImageHasIt() throws {
    let stage = try TextureStage()
    let straight: [UInt8] = [200, 100, 50, 255, 200, 100, 50, 51]
    let multiplied: [UInt8] = [200, 100, 50, 255, 40, 20, 10, 51]
    let file = try png(try image(2, 1, straight))
    let loaded = try GLKTextureLoader.texture(withContentsOf: file)
    #expect(loaded.alphaState == .nonPremultiplied && stage.texels(loaded) == straight)
    let options = [GLKTextureLoaderApplyPremultiplication: true] as [String: NSNumber]
    let asked = try GLKTextureLoader.texture(withContentsOf: file, options: options)
    #expect(asked.alphaState == .premultiplied && stage.texels(asked) == multiplied)
    for (info, options, state, expected) in [
      (.last, nil, .nonPremultiplied, straight), (.last, options, .premultiplied, multiplied),
      (.premultipliedLast, nil, .premultiplied, multiplied),
      (.premultipliedLast, options, .premultiplied, multiplied),
    ] as [(CGImageAlphaInfo, [String: NSNumber]?, GLKTextureInfoAlphaState, [UInt8])] {
      let bytes = info == .last ? straight : multiplied
      let texture = try GLKTextureLoader.texture(
        with: try image(2, 1, bytes, info),
        options: options
      )
      #expect(texture.alphaState == state && stage.texels(texture) == expected, "\(info)")
    }
  }

  @Test func grayIsLuminanceOrAlpha() throws {
    let stage = try TextureStage()
    // Three in a row: rows are not a multiple of four bytes.
    let gray = try image(3, 2, [0, 100, 255, 10, 20, 30], .none, bytesPerPixel: 1)
    let luminance = try GLKTextureLoader.texture(with: gray)
    #expect(Array(stage.texels(luminance)[4..<8]) == [100, 100, 100, 255])
    #expect(Array(stage.texels(luminance)[12..<16]) == [10, 10, 10, 255])
    let alpha = try GLKTextureLoader.texture(
      with: gray,
      options: [GLKTextureLoaderGrayscaleAsAlpha: true]
    )
    #expect(Array(stage.texels(alpha)[4..<8]) == [0, 0, 0, 100])
    let found = code {
      _ = try GLKTextureLoader.texture(with: gray, options: [GLKTextureLoaderSRGB: true])
    }
    #expect(found == .incompatibleFormatSRGB)
  }

  @Test func mipmapsAreMeansOfTheirTexels() throws {
    let stage = try TextureStage()
    let bytes = [[UInt8]](repeating: [200, 0, 0, 255, 100, 0, 0, 255], count: 8).flatMap { $0 }
    let texture = try GLKTextureLoader.texture(
      with: try image(4, 4, bytes, .noneSkipLast),
      options: [GLKTextureLoaderGenerateMipmaps: true]
    )
    #expect(texture.containsMipmaps && texture.mimapLevelCount == 3)
    #expect(stage.texels(texture, level: 1).prefix(4) == [150, 0, 0, 255])
    #expect(stage.texels(texture, level: 2) == [150, 0, 0, 255])
  }

  @Test(arguments: [EAGLRenderingAPI.openGLES2, .openGLES3])
  func sRGBIsReadAsLight(api: EAGLRenderingAPI) throws {
    let stage = try TextureStage(api: api)
    let texture = try GLKTextureLoader.texture(
      with: try image(1, 1, [188, 137, 0, 128], .last),
      options: [GLKTextureLoaderSRGB: true]
    )
    // The alpha is not encoded.
    #expect(difference(stage.texels(texture), [128, 64, 0, 128]) <= 1)
  }

  @Test func stateOfTheContextStays() throws {
    let stage = try TextureStage()
    func integer(_ name: Int32) -> GLint {
      var value: GLint = 0
      glGetIntegerv(GLenum(name), &value)
      return value
    }
    var (texture, buffer): (GLuint, GLuint) = (0, 0)
    glGenTextures(1, &texture)
    glGenBuffers(1, &buffer)
    glActiveTexture(GLenum(GL_TEXTURE3))
    glBindTexture(GLenum(GL_TEXTURE_2D), texture)
    glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), buffer)
    let settings: [(Int32, GLint)] = [
      (GL_UNPACK_ALIGNMENT, 8), (GL_UNPACK_ROW_LENGTH, 77), (GL_UNPACK_SKIP_PIXELS, 2),
      (GL_UNPACK_SKIP_ROWS, 3),
    ]
    for (name, value) in settings { glPixelStorei(GLenum(name), value) }
    let loaded = try GLKTextureLoader.texture(with: try image(2, 2, square))
    let failed = code { _ = try GLKTextureLoader.texture(withContentsOf: Data([1, 2, 3])) }
    #expect(failed == .unknownFileType)
    for (name, value) in settings { #expect(integer(name) == value) }
    #expect(integer(GL_TEXTURE_BINDING_2D) == GLint(texture))
    #expect(integer(GL_PIXEL_UNPACK_BUFFER_BINDING) == GLint(buffer))
    #expect(integer(GL_ACTIVE_TEXTURE) == GL_TEXTURE3)
    glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), 0)
    glActiveTexture(GLenum(GL_TEXTURE0))
    #expect(stage.texels(loaded) == square && glGetError() == GLenum(GL_NO_ERROR))
  }

  // MARK: Cube maps

  private static let directions: [SIMD3<Float>] = [
    [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1],
  ]
  private static let colors: [[UInt8]] = (0..<6).map { [UInt8($0 * 40), 255, 0, 255] }

  @Test func cubeMapOfSixFilesHasThemInTheirOrder() throws {
    let (stage, folder) = (try TextureStage(), try TextureFolder())
    let paths = try (0..<6).map { face in
      let texels = [[UInt8]](repeating: Self.colors[face], count: 4).flatMap { $0 }
      return try folder.write(try png(try image(2, 2, texels)), "\(face).png")
    }
    let cube = try GLKTextureLoader.cubeMap(
      withContentsOfFiles: paths.map { URL(fileURLWithPath: $0) },
      options: [GLKTextureLoaderGenerateMipmaps: true]
    )
    #expect(cube.target == GLenum(GL_TEXTURE_CUBE_MAP) && cube.mimapLevelCount == 2)
    for (face, direction) in Self.directions.enumerated() {
      #expect(stage.color(cube, toward: direction) == Self.colors[face])
      #expect(stage.color(cube, toward: direction, level: 1) == Self.colors[face])
    }
    let few = code {
      _ = try GLKTextureLoader.cubeMap(withContentsOfFiles: Array(paths.prefix(5)))
    }
    #expect(few == .cubeMapInvalidNumFiles)
    let large = try folder.write(
      try png(try image(3, 3, [UInt8](repeating: 255, count: 36))),
      "l.png"
    )
    let uneven = code {
      _ = try GLKTextureLoader.cubeMap(withContentsOfFiles: paths.prefix(5) + [large])
    }
    #expect(uneven == .unsupportedCubeMapDimensions)
  }

  @Test(arguments: [false, true]) func cubeMapOfAStrip(isColumn: Bool) throws {
    let (stage, folder) = (try TextureStage(), try TextureFolder())
    let faces = Self.colors.map { [[UInt8]](repeating: $0, count: 2).flatMap { $0 } }
    let texels =
      isColumn
      ? faces.flatMap { $0 + $0 } : Array([faces, faces].joined().joined())
    let strip = try image(isColumn ? 2 : 12, isColumn ? 12 : 2, texels)
    let path = try folder.write(try png(strip), "strip.png")
    let cube = try GLKTextureLoader.cubeMap(withContentsOfFile: path)
    #expect(cube.width == 2 && cube.height == 2)
    for (face, direction) in Self.directions.enumerated() {
      #expect(stage.color(cube, toward: direction) == Self.colors[face])
    }
    let flat = try folder.write(try png(try image(2, 2, square)), "flat.png")
    let refused = code { _ = try GLKTextureLoader.cubeMap(withContentsOfFile: flat) }
    #expect(refused == .unsupportedCubeMapDimensions)
  }

  // MARK: Other threads

  @Test func loadersLoadForTheirGroup() throws {
    let (stage, folder) = (try TextureStage(), try TextureFolder())
    let path = try folder.write(try png(try image(2, 2, square)), "square.png")
    let loader = GLKTextureLoader(sharegroup: stage.gl.sharegroup)
    let results = Mutex<[Result<GLKTextureInfo, any Error>]>([])
    let done = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "callbacks")
    let take: GLKTextureLoaderCallback = { texture, error in
      dispatchPrecondition(condition: .onQueue(queue))
      if let texture { results.withLock { $0.append(.success(texture)) } }
      if let error { results.withLock { $0.append(.failure(error)) } }
      done.signal()
    }
    loader.texture(
      withContentsOfFile: path,
      options: [GLKTextureLoaderOriginBottomLeft: true],
      queue: queue,
      completionHandler: take
    )
    loader.texture(
      withContentsOfFile: path + "x",
      options: nil,
      queue: queue,
      completionHandler: take
    )
    for _ in 0..<2 { done.wait() }
    let found = results.withLock { $0 }
    let texture = try #require(try? found.first?.get())
    #expect(EAGLContext.current() === stage.gl)
    #expect(stage.texels(texture) == rows(square, [1, 0]))
    let failed = code { _ = try found.last?.get() }
    #expect(failed == .fileOrURLNotFound)
  }

  // MARK: Errors

  @Test func errorsSayWhatIsWrong() throws {
    let (stage, folder) = (try TextureStage(), try TextureFolder())
    func found(_ data: Data) -> GLKTextureLoaderError.Code? {
      code { _ = try GLKTextureLoader.texture(withContentsOf: data) }
    }
    let file = try png(try image(2, 2, square))
    #expect(found(Data()) == .unknownFileType)
    #expect(found(file.prefix(60)) == .invalidNSData)
    let missing = code { _ = try GLKTextureLoader.texture(withContentsOfFile: folder.path + "/x") }
    #expect(missing == .fileOrURLNotFound)
    let directory = code { _ = try GLKTextureLoader.texture(withContentsOfFile: folder.path) }
    #expect(directory == .fileOrURLNotFound)
    let remote = try #require(URL(string: "https://example.com/a.png"))
    let far = code { _ = try GLKTextureLoader.texture(withContentsOf: remote) }
    #expect(far == .unknownPathType)
    let resource = code {
      _ = try GLKTextureLoader.texture(withName: "no such", scaleFactor: 2, bundle: nil)
    }
    #expect(resource == .fileOrURLNotFound)
    EAGLContext.setCurrent(nil)
    #expect(found(file) == .invalidEAGLContext)
    EAGLContext.setCurrent(stage.gl)
    do {
      _ = try GLKTextureLoader.texture(withContentsOfFile: folder.path + "/x")
    } catch GLKTextureLoaderError.fileOrURLNotFound {
      let error = GLKTextureLoaderError(.invalidNSData, "no good", glError: 0x501) as NSError
      #expect(error.domain == GLKTextureLoaderErrorDomain && error.code == 1)
      #expect(error.userInfo[GLKTextureLoaderErrorKey] as? String == "no good")
      #expect(error.userInfo[GLKTextureLoaderGLErrorKey] as? NSNumber == 0x501)
      #expect(error.localizedDescription == "invalidNSData: no good: error 0x501 of GL")
    }
  }

  @Test func resourcesOfTheScaleComeFirst() throws {
    let (stage, folder) = (try TextureStage(), try TextureFolder())
    _ = try folder.write(try png(try image(1, 1, [1, 2, 3, 255])), "wall.png")
    _ = try folder.write(try png(try image(1, 1, [4, 5, 6, 255])), "wall@2x.png")
    let bundle = try #require(Bundle(path: folder.path))
    for (name, scale, expected) in [
      ("wall", 1, [1, 2, 3, 255]), ("wall", 2, [4, 5, 6, 255]), ("wall.png", 3, [1, 2, 3, 255]),
    ] as [(String, CGFloat, [UInt8])] {
      let texture = try GLKTextureLoader.texture(
        withName: name,
        scaleFactor: scale,
        bundle: bundle
      )
      #expect(stage.texels(texture) == expected, "\(name) \(scale)")
    }
  }
}
