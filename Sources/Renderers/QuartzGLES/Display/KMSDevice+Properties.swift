// The properties of connectors, CRTCs and planes.
// Licensed under the MIT license; see LICENSE.

import CQuartzDRM

extension KMSDevice {
  func allowCommits() -> Bool {
    drmSetClientCap(file, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
  }

  func properties(of object: ScreenObject) -> [String: ScreenProperty] {
    guard let all = drmModeObjectGetProperties(file, object.id, object.kind) else { return [:] }
    defer { drmModeFreeObjectProperties(all) }
    let ids = list(all.pointee.props, all.pointee.count_props)
    let values = list(all.pointee.prop_values, all.pointee.count_props)
    var properties: [String: ScreenProperty] = [:]
    for (id, value) in zip(ids, values) {
      guard let property = drmModeGetProperty(file, id) else { continue }
      defer { drmModeFreeProperty(property) }
      let described = ScreenProperty(property.pointee, value)
      properties[text(property.pointee.name)] = described
    }
    return properties
  }

  /// The monitor's description of itself; empty if it gives none.
  func edid(of connector: UInt32) -> [UInt8] {
    guard let property = properties(of: .connector(connector))["EDID"] else { return [] }
    let number = UInt32(truncatingIfNeeded: property.value)
    guard number != 0, let blob = drmModeGetPropertyBlob(file, number) else { return [] }
    defer { drmModeFreePropertyBlob(blob) }
    guard let bytes = blob.pointee.data else { return [] }
    // Bounds: the library allocates `length` bytes.
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(blob.pointee.length)))
  }

  func planes() -> [ScreenPlane] {
    guard let resources = drmModeGetResources(file) else { return [] }
    defer { drmModeFreeResources(resources) }
    let crtcs = list(resources.pointee.crtcs, resources.pointee.count_crtcs)
    guard let planes = drmModeGetPlaneResources(file) else { return [] }
    defer { drmModeFreePlaneResources(planes) }
    return list(planes.pointee.planes, planes.pointee.count_planes).compactMap { id in
      guard let plane = drmModeGetPlane(file, id) else { return nil }
      defer { drmModeFreePlane(plane) }
      return ScreenPlane(
        id: id,
        crtcs: KMSDevice.chosen(plane.pointee.possible_crtcs, of: crtcs),
        formats: list(plane.pointee.formats, plane.pointee.count_formats)
      )
    }
  }

  /// The CRTCs that a mask has bits of: bit i is `crtcs[i]`.
  static func chosen(_ mask: UInt32, of crtcs: [UInt32]) -> [UInt32] {
    crtcs.prefix(32).enumerated().filter { mask & 1 << UInt32($0.offset) != 0 }.map(\.element)
  }

  func commit(_ changes: [PropertyChange], isTest: Bool) throws(ScreenError) {
    guard let request = drmModeAtomicAlloc() else { throw ScreenError("drmModeAtomicAlloc") }
    // The kernel keeps those that it needs.
    var blobs: [UInt32] = []
    defer {
      drmModeAtomicFree(request)
      for blob in blobs { drmModeDestroyPropertyBlob(file, blob) }
    }
    for change in changes {
      let value: UInt64
      switch change.value {
      case .number(let number): value = number
      case .blob(let bytes):
        var blob: UInt32 = 0
        try check(
          drmModeCreatePropertyBlob(file, bytes, bytes.count, &blob),
          "drmModeCreatePropertyBlob"
        )
        blobs.append(blob)
        value = UInt64(blob)
      }
      // The result is the number of changes so far.
      let result = drmModeAtomicAddProperty(request, change.object, change.property, value)
      try check(min(result, 0), "drmModeAtomicAddProperty")
    }
    let test = isTest ? UInt32(DRM_MODE_ATOMIC_TEST_ONLY) : 0
    let flags = UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) | test
    try check(drmModeAtomicCommit(file, request, flags, nil), "drmModeAtomicCommit")
  }
}

extension ScreenObject {
  fileprivate var id: UInt32 {
    switch self {
    case .connector(let id), .crtc(let id), .plane(let id): id
    }
  }

  fileprivate var kind: UInt32 {
    switch self {
    case .connector: DRM_MODE_OBJECT_CONNECTOR
    case .crtc: DRM_MODE_OBJECT_CRTC
    case .plane: DRM_MODE_OBJECT_PLANE
    }
  }
}

extension ScreenProperty {
  fileprivate init(_ property: drmModePropertyRes, _ value: UInt64) {
    id = property.prop_id
    self.value = value
    for choice in list(property.enums, property.count_enums) {
      choices[text(choice.name)] = choice.value
    }
    // A range has its least and its greatest value.
    let limits = list(property.values, property.count_values)
    let isRange = property.flags & UInt32(DRM_MODE_PROP_RANGE) != 0
    most = isRange && limits.count == 2 ? limits[1] : nil
  }
}

/// The text of a C array of characters, up to a zero.
private func text<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { bytes in
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
