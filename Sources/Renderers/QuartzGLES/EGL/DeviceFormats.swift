// The formats of dma-bufs that a driver takes as textures.
// Licensed under the MIT license; see LICENSE.
//
// Only what a driver lists is given to it: llvmpipe (Mesa 22.3) may crash on a dma-buf that it
// cannot handle.

import CQuartzEGL

/// The reason why a dma-buf does not become a texture, in one line; it is then read by way of its
/// mapping.
struct ImportRefusal: Error, Equatable {
  let reason: String
}

/// The answers of EGL_EXT_image_dma_buf_import_modifiers, asked once for each format.
struct DeviceFormats {
  /// EGL's extension that lists formats and modifiers.
  static let queryName = "EGL_EXT_image_dma_buf_import_modifiers"

  /// The answer of a driver about a format in rows without tiling.
  enum Answer: Equatable {
    /// It can be a plain texture; with the modifier of rows, where the driver has modifiers.
    case listed(modifier: UInt64?)
    case notListed
    /// It can be a texture of samplers that convert colours by the driver's own formula.
    case onlyExternal
    /// The driver lists nothing: it may be tried.
    case unknown
  }

  private typealias QueryFormats =
    @convention(c) (
      EGLDisplay?, EGLint, UnsafeMutablePointer<EGLint>?, UnsafeMutablePointer<EGLint>?
    ) -> EGLBoolean
  private typealias QueryModifiers =
    @convention(c) (
      EGLDisplay?, EGLint, EGLint, UnsafeMutablePointer<EGLuint64KHR>?,
      UnsafeMutablePointer<EGLBoolean>?, UnsafeMutablePointer<EGLint>?
    ) -> EGLBoolean

  /// DRM's number of rows without tiling.
  private static let linear: EGLuint64KHR = 0
  /// More than any driver has.
  private static let mostListed: EGLint = 1024

  /// Nil if the driver lists nothing.
  private let answers: [UInt32: Answer]?

  /// Asks a display about the formats that are imported.
  init(_ connection: borrowing DisplayConnection) {
    guard connection.extensions.contains(DeviceFormats.queryName),
      let formats = unsafeBitCast(
        eglGetProcAddress("eglQueryDmaBufFormatsEXT"),
        to: QueryFormats?.self
      ),
      let modifiers = unsafeBitCast(
        eglGetProcAddress("eglQueryDmaBufModifiersEXT"),
        to: QueryModifiers?.self
      )
    else {
      answers = nil
      return
    }
    let display = connection.display
    let listed = DeviceFormats.formats(display, formats)
    var answers: [UInt32: Answer] = [:]
    for format in DRMFormat.imported {
      answers[format] =
        listed.contains(EGLint(bitPattern: format))
        ? DeviceFormats.answer(display, format, modifiers) : .notListed
    }
    self.answers = answers
  }

  /// The answers of a driver, for tests.
  init(answers: [UInt32: Answer]?) {
    self.answers = answers
  }

  func answer(_ format: UInt32) -> Answer {
    guard let answers else { return .unknown }
    return answers[format] ?? .notListed
  }

  /// Returns the modifier that goes with a format, or nil.
  ///
  /// - Throws: The reason why the driver does not take the format.
  func modifier(_ format: UInt32) throws(ImportRefusal) -> UInt64? {
    let name = DRMFormat.name(format)
    switch answer(format) {
    case .listed(let modifier): return modifier
    case .unknown: return nil
    case .notListed:
      throw ImportRefusal(reason: "the driver does not list \(name) without tiling")
    case .onlyExternal:
      throw ImportRefusal(reason: "the driver takes \(name) for external samplers alone")
    }
  }

  private static func formats(_ display: EGLDisplay, _ query: QueryFormats) -> Set<EGLint> {
    var count: EGLint = 0
    guard query(display, 0, nil, &count) == EGLBoolean(EGL_TRUE), count > 0 else { return [] }
    var formats = [EGLint](repeating: 0, count: Int(min(count, mostListed)))
    guard query(display, EGLint(formats.count), &formats, &count) == EGLBoolean(EGL_TRUE) else {
      return []
    }
    return Set(formats.prefix(Int(max(count, 0))))
  }

  private static func answer(
    _ display: EGLDisplay,
    _ format: UInt32,
    _ query: QueryModifiers
  ) -> Answer {
    let number = EGLint(bitPattern: format)
    var count: EGLint = 0
    guard query(display, number, 0, nil, nil, &count) == EGLBoolean(EGL_TRUE) else {
      return .notListed
    }
    // A driver without modifiers takes rows, as its own allocations are where rows are asked for.
    guard count > 0 else { return .listed(modifier: nil) }
    var modifiers = [EGLuint64KHR](repeating: 0, count: Int(min(count, mostListed)))
    var external = [EGLBoolean](repeating: 0, count: modifiers.count)
    let asked = EGLint(modifiers.count)
    guard query(display, number, asked, &modifiers, &external, &count) == EGLBoolean(EGL_TRUE)
    else { return .notListed }
    let found = modifiers.prefix(Int(max(count, 0))).firstIndex(of: linear)
    guard let found else { return .notListed }
    return external[found] == EGLBoolean(EGL_TRUE) ? .onlyExternal : .listed(modifier: linear)
  }
}
