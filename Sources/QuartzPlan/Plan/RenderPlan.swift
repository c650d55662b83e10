// The render plan: everything that decides a frame's pixels, as flat columns of values.
// Licensed under the MIT license; see LICENSE.
//
// A plan is a list of surfaces in the order to draw them; the last one is the output. All numbers
// are in the space of the output's pixels (origin top left, y down), also inside of surfaces: a
// surface covers the `frame` of that space, so a composite is an exact copy, pixel by pixel.
//
// Coverage. The pixel with the index (i, j) covers the unit square around its centre
// p = (i + 0.5, j + 0.5). Every shape is a rectangle `rect` with elliptical corners, in its own shape
// space:
//
//   - Class `axis`: shape space is the space of pixels and the inverse is the identity.
//       cx = clamp(min(p.x + 0.5, maxX) - max(p.x - 0.5, minX), 0, 1), cy alike; coverage = cx · cy,
//       which is exact. If p lies in the box of a corner with radii rx, ry > 0 (strictly nearer to
//       both edges than rx and ry), then instead coverage = clamp(0.5 - d, 0, 1), where
//       q = (p - c) / r about the centre c of the corner's ellipse, f = q·q - 1,
//       g = 2 q / r and d = f / max(|g|, 1e-6): the first-order distance (Taubin 1994).
//   - Class `general`: (x, y, w) = (p, 1) · inverse; coverage is 0 for w <= 0; l = (x / w, y / w).
//       The Jacobian of l at p comes from the inverse itself: with rows a, b, c of the inverse,
//       dl.x = ((a.x - l.x a.z) / w, (b.x - l.x b.z) / w), dl.y alike; gx = |dl.x|, gy = |dl.y|.
//       cx = clamp(clamp((l.x - minX) / gx + 0.5, 0, 1) + clamp((maxX - l.x) / gx + 0.5, 0, 1) - 1,
//       0, 1), cy alike; coverage = cx · cy. In the box of a corner f as above in shape space, and
//       |g| is the length of J · (2 q / r) in pixels: (g.x dl.x + g.y dl.y).
//
// A border's coverage is max(outer - inner, 0). A clip multiplies its shape's coverage in. The
// source is premultiplied; result = source · coverage + destination · (1 - source alpha · coverage),
// in Float, rounded to nearest when stored as 8 bits.
//
// Sampling. t = l · texelMap.xy + texelMap.zw is a place in texels; `nearest` takes the texel
// floor(t), `linear` mixes the four texels around t - 0.5 by its fractions; indexes are clamped to
// `texelRect`. `copies` says that every pixel is exactly one texel: no filtering, full coverage.

package import QuartzMath
package import QuartzModel

/// How a shape's space lies in the space of pixels.
package enum ShapeClass: UInt8, Sendable {
  case axis, general
}

/// How a draw mixes with what is below it.
package enum BlendMode: UInt8, Sendable {
  case sourceOver
}

/// Facts about a draw that let renderers take shorter ways to the same pixels.
package struct DrawFlags: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// A corner of the shape (or of a border's inner edge) has a radius.
  package static let rounded = DrawFlags(rawValue: 1 << 0)
  /// The source's alpha is 1 wherever the coverage is.
  package static let opaque = DrawFlags(rawValue: 1 << 1)
  /// The coverage is 1 at every pixel of `bounds`, before the clip.
  package static let covers = DrawFlags(rawValue: 1 << 2)
  /// Images: every pixel is exactly one texel, texel = pixel + texelMap.zw.
  package static let copies = DrawFlags(rawValue: 1 << 3)
  /// Images: take the nearest texel instead of mixing four.
  package static let nearest = DrawFlags(rawValue: 1 << 4)
}

/// One draw: the parts that all kinds have, and where its record is.
package struct Draw: Equatable, Sendable {
  package var kind: DrawKind
  package var shape: ShapeClass
  package var blend: BlendMode
  package var flags: DrawFlags
  /// Index into the column of records of this kind.
  package var record: Int32
  /// Index into `RenderPlan.clips`, or -1.
  package var clip: Int32
  /// Images: index into `RenderPlan.images`.
  ///
  /// Composites: index into `RenderPlan.surfaces`. Else -1.
  package var source: Int32
  /// The pixels that the draw can touch; clipped to the surface and all rectangular clips.
  package var bounds: PixelRect
  /// The slot of the layer it is for.
  package var slot: Int32
}

/// A rounded rectangle that multiplies its coverage into the draws that name it.
package struct ClipRecord: Equatable, Sendable {
  package var shape: ShapeClass
  /// minX, minY, maxX, maxY in the clip's shape space.
  package var rect: SIMD4<Float>
  package var radiiX: SIMD4<Float>
  package var radiiY: SIMD4<Float>
  /// Rows of the map (x, y, 1) of output pixels -> homogeneous shape space.
  package var inverse1: SIMD4<Float>
  package var inverse2: SIMD4<Float>
  package var inverse3: SIMD4<Float>
}

/// Why a layer was given a surface of its own.
package enum SurfaceReason: UInt8, CaseIterable, Sendable {
  /// The output itself.
  case output
  /// Opacity below 1 over draws that overlap.
  case groupOpacity
  /// A clip inside of another one that does not fit into one clip.
  case nestedClip
  /// Several overlapping draws meet an edge of a clip that is not on a pixel boundary.
  case clipEdge
}

/// A picture to draw into.
package struct Surface: Equatable, Sendable {
  /// The pixels it covers, in the space of the output's pixels.
  package var frame: PixelRect
  /// Premultiplied, sRGB-encoded; what it holds before the first draw.
  package var clearColor: SIMD4<Float>
  package var reason: SurfaceReason
  /// The layer it is for; -1 for the output.
  package var slot: Int32
  /// Its draws, from back to front, in `RenderPlan.draws`.
  package var draws: Range<Int32>
  /// Those of them that show in the damage, in `RenderPlan.visible`.
  package var visible: Range<Int32> = 0..<0
}

/// A frame as a value: what to draw, in which order, into what.
package struct RenderPlan: Sendable {
  /// In the order to draw them; a composite's source comes before the surface it is drawn into.
  package var surfaces: ContiguousArray<Surface> = []
  package var draws: ContiguousArray<Draw> = []
  package var solids: ContiguousArray<SolidRecord> = []
  package var borders: ContiguousArray<BorderRecord> = []
  package var imageRecords: ContiguousArray<ImageRecord> = []
  package var composites: ContiguousArray<CompositeRecord> = []
  package var clips: ContiguousArray<ClipRecord> = []
  /// The images that draws name, each once.
  package var images: ContiguousArray<ImageID> = []
  /// Indexes of the draws that show in the damage: in each surface's range from back to front, those
  /// outside of the damage and those hidden behind opaque ones left out.
  package var visible: ContiguousArray<Int32> = []
  /// The pixels that differ from the frame before.
  ///
  /// Everything else is as it was.
  package var damage = Damage()

  package init() {}

  /// The output's size in pixels; zero before anything was planned.
  package var outputFrame: PixelRect { surfaces.last?.frame ?? .empty }
}
