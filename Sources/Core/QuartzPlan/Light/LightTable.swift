// The pictures that are made of images of half floats for layers of unlike limits.
// Licensed under the MIT license; see LICENSE.
//
// Such an image is kept as its program sent it. A plan shows it itself, or a picture of it that
// was mapped to a layer's limit, which has a number of its own. Layers with one limit share the
// picture. `ContextRenderer` makes the pictures before the plan is drawn, makes them again when the
// image changes, and frees those that no draw of the plan shows.

import QuartzMath
import QuartzModel

/// The making of a picture from an image of half floats.
struct LightMapping: Hashable {
  enum Method: Hashable {
    /// Nothing is beyond the target.
    case none
    /// Each component is clipped.
    case clip
    /// Through the reference-white curve from this headroom to the target.
    case curve(from: Float)
  }

  var method: Method
  /// The brightest light of the picture, at least 1.
  var target: Float
  /// Whether the picture is made of bytes, for an output of standard range.
  var isBytes: Bool

  /// The mapping of a content for a layer; nil for one that is shown as it is.
  ///
  /// - Parameters:
  ///   - light: The content's own brightness.
  ///   - limit: The layer's.
  init?(_ light: ContentLight, _ limit: LightLimit) {
    let headroom =
      light.headroom >= 1 || limit.contentsHeadroom < 1
      ? light.headroom : ContentLight(light.kind, headroom: Float(limit.contentsHeadroom)).headroom
    target = Float(limit.headroom)
    isBytes = !limit.isExtended
    method = LightMapping.method(light.kind, headroom, target, limit.mode)
    if method == .none, !isBytes { return nil }
  }

  private static func method(
    _ kind: LightKind,
    _ headroom: Float,
    _ target: Float,
    _ mode: ToneMapMode
  ) -> Method {
    guard kind != .standard else { return .none }
    if mode == .never { return .clip }
    if headroom >= 1 { return headroom > target ? .curve(from: headroom) : .none }
    guard mode == .ifSupported else { return .clip }
    let source = Float(ReferenceWhiteCurve.defaultHeadroom)
    return source > target ? .curve(from: source) : .none
  }
}

/// The mapped pictures of a context.
///
/// It belongs to the thread of its renderer.
final class LightTable {
  struct Key: Hashable {
    var image: ImageID
    var mapping: LightMapping
  }

  /// The numbers of the pictures.
  private(set) var pictures: [Key: ImageID] = [:]
  /// Pictures that are still to be made.
  private var missing: [Key] = []
  private var curves: [LightMapping: LightCurves] = [:]
  /// The curves of so many mappings are kept.
  private static let mostCurves = 8
  /// Makes numbers that nothing else has.
  private let takeNumber: () -> ImageID

  init(takeNumber: @escaping () -> ImageID) { self.takeNumber = takeNumber }

  /// The image that a layer shows for another one.
  func shown(_ image: ImageID, _ form: TexelForm, _ limit: LightLimit) -> ImageID {
    guard form.isHalf, let mapping = LightMapping(form.light, limit) else { return image }
    let key = Key(image: image, mapping: mapping)
    if let picture = pictures[key] { return picture }
    let picture = takeNumber()
    pictures[key] = picture
    missing.append(key)
    return picture
  }

  /// Adds the changes of pictures to those of their images, and notes that they are to be made
  /// again.
  func spread(_ changes: inout ContiguousArray<ImageChange>) {
    if pictures.isEmpty { return }
    for change in changes {
      for (key, picture) in pictures where key.image == change.image {
        var copy = change
        copy.image = picture
        changes.append(copy)
        missing.append(key)
      }
    }
  }

  /// The tables of the curve of a mapping, made once; nil for one without a curve.
  func curves(of mapping: LightMapping) -> LightCurves? {
    if let known = curves[mapping] { return known }
    guard let made = LightCurves(mapping) else { return nil }
    if curves.count >= LightTable.mostCurves { curves.removeAll(keepingCapacity: true) }
    curves[mapping] = made
    return made
  }

  /// Marks all pictures as missing: the backend has lost them.
  func forgetMade() { missing = Array(pictures.keys) }

  /// Removes and returns the pictures that are to be made.
  func takeMissing() -> [(picture: ImageID, key: Key)] {
    defer { missing.removeAll(keepingCapacity: true) }
    return missing.compactMap { key in pictures[key].map { ($0, key) } }
  }

  /// Removes and returns the pictures that a plan does not show.
  func takeUnused(by images: ContiguousArray<ImageID>) -> [ImageID] {
    if pictures.isEmpty { return [] }
    let shown = Set(images)
    let unused = pictures.filter { !shown.contains($0.value) }
    for key in unused.keys { pictures[key] = nil }
    return Array(unused.values)
  }
}
