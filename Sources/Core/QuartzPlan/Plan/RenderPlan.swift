// The render plan: everything that decides a frame's pixels, as flat columns of values.
// Licensed under the MIT license; see LICENSE.
//
// A plan is a list of surfaces in the order to draw them; the last one is the output. All numbers
// are in the space of the output's pixels (origin top left, y down), also inside of surfaces: a
// surface covers the `frame` of that space, so a composite is an exact copy, pixel by pixel.
//
// Coverage. The pixel with the index (i, j) covers the unit square around its centre
// p = (i + 0.5, j + 0.5). Every shape is a rectangle `rect` with elliptical corners, in its own
// shape space:
//
//   - Class `axis`: shape space is the space of pixels and the inverse is the identity.
//       cx = clamp(min(p.x + 0.5, maxX) - max(p.x - 0.5, minX), 0, 1), cy alike;
//       coverage = cx · cy, which is exact. If p lies in the box of a corner with radii rx, ry > 0
//       (strictly nearer to both edges than rx and ry), then coverage is clamp(0.5 - d, 0, 1) if
//       that is less, where q = (p - c) / r about the centre c of the corner's ellipse,
//       f = q·q - 1, g = 2 q / r and d = f / max(|g|, 1e-6): the first-order distance
//       (Taubin 1994).
//   - Class `general`: (x, y, w) = (p, 1) · inverse; coverage is 0 for w <= 0; l = (x / w, y / w).
//       The Jacobian of l at p comes from the inverse itself: with rows a, b, c of the inverse,
//       dl.x = ((a.x - l.x a.z) / w, (b.x - l.x b.z) / w), dl.y alike; gx = |dl.x|, gy = |dl.y|.
//       cx = clamp(clamp((l.x - minX) / gx + 0.5, 0, 1) + clamp((maxX - l.x) / gx + 0.5, 0, 1) - 1,
//       0, 1), cy alike; coverage = cx · cy. In the box of a corner f as above in shape space, and
//       |g| is the length of J · (2 q / r) in pixels: (g.x dl.x + g.y dl.y).
//
// A border's coverage is max(outer - inner, 0). A clip multiplies its shape's coverage in. The
// source is premultiplied;
// result = source · coverage + destination · (1 - source alpha · coverage), rounded to nearest when
// stored as 8 bits.
//
// Sources are bytes: the plan's colours and opacities are whole 255ths; texels times a colour or an
// opacity are rounded to nearest; so are the products with the bytes of a mask or of a draw of kind
// `coverage`. Integers of 16 bits and Float then give the same pixels wherever no edge covers them
// in part.
//
// Sampling. t = l · texelMap.xy + texelMap.zw is a position in texels; `nearest` takes the texel
// floor(t), `linear` mixes the four texels around t - 0.5 by its fractions; indexes are clamped to
// `texelRect`, or wrapped around in it with `repeats`. `copies` says that every pixel is exactly
// one texel: no filtering, full coverage. With `stretched`,
// t = (min(l, a) + max(l - b, 0)) · texelMap.xy + texelMap.zw + (clamp(l, a, b) - a) · stretch,
// where a and b are the first and last of `sliceEdges`.
//
// Gradients. (u, v) = (l, 1) · (mapX, mapY) is a position in the gradient's space; t is u, the
// distance from the origin, or the direction over a full turn; the colour is that of the draw's
// ramp at t, straight, times its alpha, rounded to nearest.
//
// Surfaces are drawn in their order, each before it is used. The source of a surface may be draws
// or another surface, blurred. A composite shows a surface in place, times the alpha of its `mask`
// at the same pixel; its blend mode mixes it with the pixels below. Images and coverage can be
// surfaces too (`fromSurface`).

import QuartzFilters
package import QuartzMath
package import QuartzModel
package import QuartzRaster

/// How a shape's space lies in the space of pixels.
package enum ShapeClass: UInt8, Sendable {
  case axis, general
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
  /// Both: nothing below shows through at any pixel of `bounds`, unless a clip is in the way.
  package static let hides = DrawFlags(rawValue: 0b110)
  /// Images: every pixel is exactly one texel, texel = pixel + texelMap.zw.
  package static let copies = DrawFlags(rawValue: 1 << 3)
  /// Images: take the nearest texel instead of mixing four.
  package static let nearest = DrawFlags(rawValue: 1 << 4)
  /// Images and coverage: the map to texels has three parts along each axis.
  package static let stretched = DrawFlags(rawValue: 1 << 5)
  /// Images: texels repeat outside of `texelRect`.
  package static let repeats = DrawFlags(rawValue: 1 << 6)
  /// Images: `level` counts, smaller pictures of the image are mixed.
  package static let mipmapped = DrawFlags(rawValue: 1 << 7)
  /// Images and coverage: `source` is a surface; coverage takes its alpha.
  package static let fromSurface = DrawFlags(rawValue: 1 << 8)
  /// Gradients: t is the distance from the origin.
  package static let radial = DrawFlags(rawValue: 1 << 9)
  /// Gradients: t is the direction from the origin.
  package static let conic = DrawFlags(rawValue: 1 << 10)
  /// Images: one of many that are drawn anew in every frame; renderers need not know.
  package static let particle = DrawFlags(rawValue: 1 << 11)
}

/// One draw: the parts that all kinds have, and where its record is.
package struct Draw: Equatable, Sendable {
  package var kind: DrawKind
  package var shape: ShapeClass
  /// How it mixes with the pixels below it; only composites are other than `normal`.
  package var blend: CompositingMode
  package var flags: DrawFlags
  /// Index into the column of records of this kind.
  package var record: Int32
  /// Index into `RenderPlan.clips`, or -1.
  package var clip: Int32
  /// Images: index into `RenderPlan.images`; coverage: into `RenderPlan.coverages`; gradients: into
  /// `RenderPlan.ramps`.
  ///
  /// Composites, and draws with `fromSurface`: index into `RenderPlan.surfaces`. Else -1.
  package var source: Int32
  /// Composites: index of the surface whose alpha multiplies, pixel by pixel, or -1.
  ///
  /// The mask may be smaller than the composite; outside of the mask nothing is drawn.
  package var mask: Int32 = -1
  /// The pixels that the draw can touch; clipped to the surface and all rectangular clips.
  package var bounds: PixelRect
  /// The slot of the layer it is for.
  package var slot: Int32
}

/// A rounded rectangle that multiplies its coverage into the draws that name it.
package struct ClipRecord: Equatable, Sendable {
  package var kind: ShapeClass
  package var shape: ShapeRecord
}

/// A picture to draw into.
package struct Surface: Equatable, Sendable {
  /// The pixels it covers, in the space of the output's pixels, or of its own with `isSeparate`.
  package var frame: PixelRect
  /// The colour before the first draw, premultiplied, sRGB-encoded.
  package var clearColor: SIMD4<Float>
  package var reason: SurfaceReason
  /// The layer it is for; -1 for the output.
  package var slot: Int32
  /// Its draws, from back to front, in `RenderPlan.draws`.
  package var draws: Range<Int32>
  /// Those of them that show in the damage, in `RenderPlan.visible`.
  package var visible: Range<Int32> = 0..<0
  package var content = SurfaceContent.draws
  /// Whether its pixels are of a space of its own; only images show it.
  package var isSeparate = false
  /// Whether all of its frame is to be drawn now, and not only the damage.
  package var isWhole = false
  /// The name of its content; it is cached under this name until `RenderPlan.released` has it.
  ///
  /// 0 for a surface that is of no use after the frame.
  package var key: UInt64 = 0
  /// Whether it was cached, so that there is nothing to draw.
  package var isReady = false
  /// Tells surfaces of one layer and reason apart.
  package var part: Int32 = 0
  /// The index of the layer's instance that it is for, or -1.
  package var instance: Int32 = -1
}

extension Draw {
  /// Whether `source` is a surface.
  package var showsSurface: Bool { kind == .composite || flags.contains(.fromSurface) }
}

/// A frame as a value: the draws, their order and their surfaces.
package struct RenderPlan: Sendable {
  /// In the order to draw them; a composite's source comes before the surface it is drawn into.
  package var surfaces: ContiguousArray<Surface> = []
  package var draws: ContiguousArray<Draw> = []
  package var solids: ContiguousArray<SolidRecord> = []
  package var borders: ContiguousArray<BorderRecord> = []
  package var imageRecords: ContiguousArray<ImageRecord> = []
  package var composites: ContiguousArray<CompositeRecord> = []
  package var coverageRecords: ContiguousArray<CoverageRecord> = []
  package var gradientRecords: ContiguousArray<GradientRecord> = []
  package var clips: ContiguousArray<ClipRecord> = []
  /// The images that draws name, each once.
  package var images: ContiguousArray<ImageID> = []
  /// The bytes that draws of kind `coverage` name.
  package var coverages: ContiguousArray<CoverageBytes> = []
  /// The colours that draws of kind `gradient` name.
  package var ramps: ContiguousArray<GradientRamp> = []
  /// The keys of cached surfaces that are of no use any more.
  package var released: ContiguousArray<UInt64> = []
  /// Indexes of the draws that show in the damage: in each surface's range from back to front,
  /// those outside of the damage and those hidden behind opaque ones left out.
  package var visible: ContiguousArray<Int32> = []
  /// Of each of `visible`, pixels that need not be drawn, as an opaque draw in front of it covers
  /// them wholly; no rectangles at all where none is worth leaving out.
  package var hidden: ContiguousArray<PixelRect> = []
  /// The range of the output and of all surfaces.
  ///
  /// Renderers ask whether it is extended, and use its headroom where a rule of blending names it.
  /// Colours of an extended plan are unclamped floats: extended sRGB, encoded, not rounded to
  /// 255ths.
  package var range = OutputRange.standard
  /// The pixels that differ from the frame before.
  ///
  /// Everything else is as it was.
  package var damage = Damage()

  package init() {}

  /// The pixels of the draw at a position in `visible` that need not be drawn.
  @inline(__always)
  package func hidden(at position: Int) -> PixelRect {
    hidden.isEmpty ? .empty : hidden[position]
  }

  /// The largest component that the output can have: its headroom, encoded; 1 for a standard one.
  package var encodedHeadroom: Float { Float(FilterSpace.encoded(Double(range.headroom))) }

  /// The output's size in pixels; zero before anything was planned.
  package var outputFrame: PixelRect { surfaces.last?.frame ?? .empty }
}
