// Textures from files, data and images.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Dispatch
public import Foundation
import ImageIO
public import OpenGLES
import QuartzSharing

/// Loads textures from files, data and images.
///
///     let wall = try GLKTextureLoader.texture(
///       withContentsOfFile: "wall.png",
///       options: [GLKTextureLoaderOriginBottomLeft: true, GLKTextureLoaderGenerateMipmaps: true])
///     effect.texture2d0.name = wall.name
///
/// The functions of the class load into the context that is current; a loader loads on a thread of
/// its own for the contexts of a sharegroup. Images are those of Image I/O: PNG, JPEG, GIF and
/// WebP. Containers are KTX and KTX 2 without supercompression, and PVR of versions 3 and 2; their
/// texels may be ETC1, ETC2 and EAC, ASTC with a low dynamic range, PVRTC of 2 and 4 bits, and
/// plain texels of 8 and 16 bits, with mipmaps and as cube maps. Formats that the driver supports
/// are uploaded as they are; the others are decoded.
///
/// All errors are of type `GLKTextureLoaderError`.
///
/// A texture is filtered linearly, between levels too if there are some, and is not repeated
/// (GL_CLAMP_TO_EDGE). Bindings and settings of the context are as before afterwards. Sides are at
/// most 16384 texels, or the driver's limit.
///
/// **Differences**: colours of files of images with alpha are multiplied and divided again where
/// `GLKTextureLoaderApplyPremultiplication` is not set, so those of transparent texels are black.
/// PVRTC of version 2, textures of three dimensions and arrays are not loaded; only URLs of files
/// are.
public final class GLKTextureLoader: Sendable {
  private let context: EAGLContext?
  private let queue = DispatchQueue(label: "quartz.GLKTextureLoader")

  /// A function that is called with a loaded texture or an error.
  public typealias Callback = @Sendable (GLKTextureInfo?, (any Error)?) -> Void

  /// A loader for the contexts of a group.
  public init(sharegroup: EAGLSharegroup) {
    context =
      EAGLContext(api: .openGLES3, sharegroup: sharegroup)
      ?? EAGLContext(api: .openGLES2, sharegroup: sharegroup)
  }

  // MARK: Into the current context

  /// Loads a texture from a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - options: By the keys `GLKTextureLoader…`; all are false unless they are set.
  public class func texture(
    withContentsOfFile path: String,
    options: [String: NSNumber]? = nil
  ) throws -> GLKTextureInfo {
    try load(options) { (options) throws(GLKTextureLoaderError) in
      try TextureSource(read(path), options)
    }
  }

  /// Loads a texture from a file.
  public class func texture(
    withContentsOf url: URL,
    options: [String: NSNumber]? = nil
  ) throws -> GLKTextureInfo {
    try texture(withContentsOfFile: path(of: url), options: options)
  }

  /// Loads a texture from the contents of a file.
  public class func texture(
    withContentsOf data: Data,
    options: [String: NSNumber]? = nil
  ) throws -> GLKTextureInfo {
    try load(options) { (options) throws(GLKTextureLoaderError) in
      try TextureSource(data, options)
    }
  }

  /// Loads a texture from an image.
  ///
  /// Colours are as the image has them, multiplied with their alpha or straight, unless the options
  /// ask for the former.
  public class func texture(
    with cgImage: CGImage,
    options: [String: NSNumber]? = nil
  ) throws -> GLKTextureInfo {
    try load(options) { (options) throws(GLKTextureLoaderError) in
      TextureSource(cgImage, options)
    }
  }

  /// Loads a texture from a resource.
  ///
  /// - Parameters:
  ///   - name: The file's name; without an extension those of images and containers are tried.
  ///   - scaleFactor: Above 1, files of this scale (`name@2x`) come first.
  ///   - bundle: Where it is; nil is the main bundle.
  ///   - options: By the keys `GLKTextureLoader…`; all are false unless they are set.
  public class func texture(
    withName name: String,
    scaleFactor: CGFloat,
    bundle: Bundle?,
    options: [String: NSNumber]? = nil
  ) throws -> GLKTextureInfo {
    let url = try resource(name, scaleFactor, bundle ?? .main)
    return try texture(withContentsOf: url, options: options)
  }

  /// Loads a cube map from six files, of the sides +x, -x, +y, -y, +z, -z.
  public class func cubeMap(
    withContentsOfFiles paths: [String],
    options: [String: NSNumber]? = nil
  ) throws -> GLKTextureInfo {
    try load(options) { (options) throws(GLKTextureLoaderError) in
      guard paths.count == 6 else {
        throw GLKTextureLoaderError(
          .cubeMapInvalidNumFiles,
          "\(paths.count) files: there must be 6"
        )
      }
      var faces: [TextureSource] = []
      for path in paths { faces.append(try TextureSource(read(path), options, isColor: true)) }
      return try TextureSource(faces: faces)
    }
  }

  /// Loads a cube map from six files, of the sides +x, -x, +y, -y, +z, -z.
  public class func cubeMap(
    withContentsOfFiles urls: [URL],
    options: [String: NSNumber]? = nil
  ) throws -> GLKTextureInfo {
    var paths: [String] = []
    for url in urls { paths.append(try path(of: url)) }
    return try cubeMap(withContentsOfFiles: paths, options: options)
  }

  /// Loads a cube map from a file: a container of six faces, or a strip of six squares, from the
  /// top or from the left: +x, -x, +y, -y, +z, -z.
  public class func cubeMap(
    withContentsOfFile path: String,
    options: [String: NSNumber]? = nil
  ) throws -> GLKTextureInfo {
    try load(options) { (options) throws(GLKTextureLoaderError) in
      try TextureSource(read(path), options).asCubeMap()
    }
  }

  /// Loads a cube map from a file, as with a path.
  public class func cubeMap(
    withContentsOf url: URL,
    options: [String: NSNumber]? = nil
  ) throws -> GLKTextureInfo {
    try cubeMap(withContentsOfFile: path(of: url), options: options)
  }

  // MARK: On a thread of the loader

  /// Runs one of the functions above in the loader's context, and calls back on a queue.
  private func perform(
    _ options: [String: NSNumber]?,
    _ queue: DispatchQueue?,
    _ block: @escaping Callback,
    _ load: @escaping @Sendable (_ options: [String: NSNumber]?) throws -> GLKTextureInfo
  ) {
    let options = Transferred(options)
    self.queue.async { [context] in
      let result = Result<GLKTextureInfo, any Error> {
        guard let context, EAGLContext.setCurrent(context) else {
          throw GLKTextureLoaderError(.invalidEAGLContext, "the loader has no context")
        }
        // Other contexts see only completed work.
        defer {
          glFinish()
          EAGLContext.setCurrent(nil)
        }
        return try load(options.value)
      }
      (queue ?? .main).async {
        switch result {
        case .success(let texture): block(texture, nil)
        case .failure(let error): block(nil, error)
        }
      }
    }
  }

  /// Loads a texture from a file; calls `block` on `queue`, or the main one.
  public func texture(
    withContentsOfFile path: String,
    options: [String: NSNumber]?,
    queue: DispatchQueue?,
    completionHandler block: @escaping Callback
  ) {
    perform(options, queue, block) {
      try Self.texture(withContentsOfFile: path, options: $0)
    }
  }

  /// Loads a texture from a file; calls `block` on `queue`, or the main one.
  public func texture(
    withContentsOf url: URL,
    options: [String: NSNumber]?,
    queue: DispatchQueue?,
    completionHandler block: @escaping Callback
  ) {
    perform(options, queue, block) {
      try Self.texture(withContentsOf: url, options: $0)
    }
  }

  /// Loads a texture from the contents of a file; calls `block` on `queue`, or the main one.
  public func texture(
    withContentsOf data: Data,
    options: [String: NSNumber]?,
    queue: DispatchQueue?,
    completionHandler block: @escaping Callback
  ) {
    perform(options, queue, block) {
      try Self.texture(withContentsOf: data, options: $0)
    }
  }

  /// Loads a texture from an image; calls `block` on `queue`, or the main one.
  public func texture(
    with cgImage: CGImage,
    options: [String: NSNumber]?,
    queue: DispatchQueue?,
    completionHandler block: @escaping Callback
  ) {
    perform(options, queue, block) {
      try Self.texture(with: cgImage, options: $0)
    }
  }

  /// Loads a texture from a resource; calls `block` on `queue`, or the main one.
  public func texture(
    withName name: String,
    scaleFactor: CGFloat,
    bundle: Bundle?,
    options: [String: NSNumber]?,
    queue: DispatchQueue?,
    completionHandler block: @escaping Callback
  ) {
    let url = Result { () throws(GLKTextureLoaderError) in
      try Self.resource(name, scaleFactor, bundle ?? .main)
    }
    perform(options, queue, block) {
      try Self.texture(withContentsOf: url.get(), options: $0)
    }
  }

  /// Loads a cube map from six files; calls `block` on `queue`, or the main one.
  public func cubeMap(
    withContentsOfFiles paths: [String],
    options: [String: NSNumber]?,
    queue: DispatchQueue?,
    completionHandler block: @escaping Callback
  ) {
    perform(options, queue, block) {
      try Self.cubeMap(withContentsOfFiles: paths, options: $0)
    }
  }

  /// Loads a cube map from a file; calls `block` on `queue`, or the main one.
  public func cubeMap(
    withContentsOfFile path: String,
    options: [String: NSNumber]?,
    queue: DispatchQueue?,
    completionHandler block: @escaping Callback
  ) {
    perform(options, queue, block) {
      try Self.cubeMap(withContentsOfFile: path, options: $0)
    }
  }

  /// Loads a cube map from a file; calls `block` on `queue`, or the main one.
  public func cubeMap(
    withContentsOf url: URL,
    options: [String: NSNumber]?,
    queue: DispatchQueue?,
    completionHandler block: @escaping Callback
  ) {
    perform(options, queue, block) {
      try Self.cubeMap(withContentsOf: url, options: $0)
    }
  }
}

/// A function that is called with a loaded texture or an error.
public typealias GLKTextureLoaderCallback = GLKTextureLoader.Callback

// MARK: - Steps

extension GLKTextureLoader {
  /// Reads texels, applies the options, and makes a texture of the current context.
  private class func load(
    _ options: [String: NSNumber]?,
    _ read: (TextureOptions) throws(GLKTextureLoaderError) -> TextureSource
  ) throws(GLKTextureLoaderError) -> GLKTextureInfo {
    guard EAGLContext.current() != nil else {
      throw GLKTextureLoaderError(.invalidEAGLContext, "no context is current on this thread")
    }
    let options = TextureOptions(options)
    return try load(try read(options), options, TextureCapabilities())
  }

  /// Applies the options to texels, and makes a texture of the current context.
  class func load(
    _ source: TextureSource,
    _ options: TextureOptions,
    _ capabilities: TextureCapabilities
  ) throws(GLKTextureLoaderError) -> GLKTextureInfo {
    var source = source
    if options.isPremultiplied { try source.premultiply() }
    if options.isBottomLeft { try source.makeBottomLeft() }
    if options.isSRGB { try source.makeSRGB() }
    let isComplete = source.levels.count > 1
    guard !options.hasMipmaps || isComplete || !source.format.isCompressed else {
      throw GLKTextureLoaderError(
        .mipmapUnsupported,
        "no mipmaps are made of compressed texels, of \(source.format)"
      )
    }
    return try TextureUpload(source, capabilities)
      .make(makesMipmaps: options.hasMipmaps || source.wantsMipmaps)
  }

  private class func read(_ path: String) throws(GLKTextureLoaderError) -> Data {
    do {
      return try readBytes(at: path)
    } catch {
      throw GLKTextureLoaderError(.fileOrURLNotFound, "\(error)")
    }
  }

  private class func path(of url: URL) throws(GLKTextureLoaderError) -> String {
    guard url.isFileURL else {
      throw GLKTextureLoaderError(.unknownPathType, "\(url.absoluteString) is no URL of a file")
    }
    return url.path
  }

  private class func resource(
    _ name: String,
    _ scaleFactor: CGFloat,
    _ bundle: Bundle
  ) throws(GLKTextureLoaderError) -> URL {
    let own = (name as NSString).pathExtension
    let stem = own.isEmpty ? name : (name as NSString).deletingPathExtension
    let extensions =
      own.isEmpty ? ["png", "jpg", "jpeg", "webp", "gif", "ktx", "ktx2", "pvr"] : [own]
    let scaled =
      scaleFactor > 1 && scaleFactor <= 9 ? ["\(stem)@\(Int(scaleFactor.rounded()))x"] : []
    for stem in scaled + [stem] {
      for suffix in extensions {
        if let url = bundle.url(forResource: stem, withExtension: suffix) { return url }
      }
    }
    throw GLKTextureLoaderError(
      .fileOrURLNotFound,
      "no resource \(name) with extension \(extensions.joined(separator: ", "))"
    )
  }
}
