// One pixel of a plan, straight from the formulas: slow, short, and what all spans must equal.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan
import QuartzRaster
@testable import QuartzSoftware

/// Evaluates single pixels of a plan.
///
/// It takes no short way at all. The renderer must give the same bytes; the tests hold it to that.
final class PixelEvaluator {
  let plan: RenderPlan
  /// The images of `plan.images`; their memory must outlive the evaluator.
  let images: [TexelSource]
  /// Their smaller versions.
  private let chains: [MipChain?]
  /// Pictures of surfaces that were needed as a whole: words, of blurred ones their bytes.
  private var pictures: [Int: SurfacePixels] = [:]

  init(plan: RenderPlan, images: [TexelSource]) {
    self.plan = plan
    self.images = images
    chains = images.map { try? MipChain($0) }
  }

  deinit {
    for picture in pictures.values { picture.base.deallocate() }
  }

  /// All pixels of a surface.
  private func picture(_ index: Int) -> SurfacePixels {
    if let picture = pictures[index] { return picture }
    let surface = plan.surfaces[index]
    let form = SurfaceForm(surface.channels, .standard)
    let picture = SurfacePixels(
      base: .allocate(
        byteCount: SurfacePixels.bytes(surface.frame, form),
        alignment: 64
      ),
      frame: surface.frame,
      form: form
    )
    switch surface.content {
    case .effect(.blur(let sigma, _), let source): blur(source, sigma, into: picture)
    case .effect(.colorMatrix(let kernel), let source):
      let source = self.picture(Int(source))
      for y in surface.frame.minY..<surface.frame.maxY {
        for x in surface.frame.minX..<surface.frame.maxX {
          let isInside = source.frame.contains(PixelRect(x, y, x + 1, y + 1))
          let word = isInside ? source.target.pixel(x, y)?.pointee ?? 0 : 0
          picture.target.pixel(x, y)?.pointee = kernel.pixel(word)
        }
      }
    case .effect(.color(let chain), let source):
      let source = self.picture(Int(source))
      for y in surface.frame.minY..<surface.frame.maxY {
        for x in surface.frame.minX..<surface.frame.maxX {
          let isInside = source.frame.contains(PixelRect(x, y, x + 1, y + 1))
          guard let target = picture.target.pixel(x, y) else { continue }
          target.pointee = isInside ? source.target.pixel(x, y)?.pointee ?? 0 : 0
          chain.run(from: target, to: target, count: 1)
        }
      }
    case .effect(.mirror(let part), let source):
      let source = self.picture(Int(source))
      func inside(_ at: Int32, _ low: Int32, _ high: Int32) -> Int32 {
        // Walks from mirror to mirror.
        var at = at
        while at < low || at >= high { at = at < low ? 2 * low - 1 - at : 2 * high - 1 - at }
        return at
      }
      for y in surface.frame.minY..<surface.frame.maxY {
        for x in surface.frame.minX..<surface.frame.maxX {
          let (u, v) = (inside(x, part.minX, part.maxX), inside(y, part.minY, part.maxY))
          picture.target.pixel(x, y)?.pointee = source.target.pixel(u, v)?.pointee ?? 0
        }
      }
    case .effect(.scale(let scale), let source):
      let source = self.picture(Int(source))
      let scaled = ScaledPicture(scale: scale, of: source.frame, to: surface.frame)
      for row in 0..<surface.frame.height {
        guard let target = picture.target.pixel(surface.frame.minX, surface.frame.minY + row)
        else { continue }
        scaled.run(
          row: row,
          to: target,
          width: surface.frame.width,
          from: source.base,
          rowBytes: source.rowBytes
        )
      }
    case .effect(.affine(let affine), let source):
      let source = self.picture(Int(source)).programPixels
      for y in surface.frame.minY..<surface.frame.maxY {
        guard let line = picture.target.pixel(surface.frame.minX, y) else { continue }
        affine.run(row: y, of: surface.frame, from: source, to: line)
      }
    case .effect(.filter(let program), let source):
      try? program.run(from: self.picture(Int(source)).programPixels, to: picture.programPixels)
    case .draws:
      for y in surface.frame.minY..<surface.frame.maxY {
        for x in surface.frame.minX..<surface.frame.maxX {
          picture.target.pixel(x, y)?.pointee = pixel(surface: index, x: x, y: y)
        }
      }
    }
    pictures[index] = picture
    return picture
  }

  /// Blurs a surface, all of it, on one thread, and takes what shows.
  private func blur(_ source: Int32, _ sigma: SIMD2<Float>, into picture: SurfacePixels) {
    let source = self.picture(Int(source))
    let surface = picture
    let reach = SIMD2<Int32>(sigma * 6) &+ 4
    let wide = PixelRect(
      surface.frame.minX - reach.x,
      surface.frame.minY - reach.y,
      surface.frame.maxX + reach.x,
      surface.frame.maxY + reach.y
    )
    let part = source.frame.intersection(wide)
    let frame = surface.frame.union(part)
    let (width, height) = (Int(frame.width), Int(frame.height))
    let size = picture.pixelBytes
    var bytes = [UInt8](repeating: 0, count: width * height * size)
    func offset(_ x: Int32, _ y: Int32) -> Int {
      (Int(y - frame.minY) * width + Int(x - frame.minX)) * size
    }
    for y in part.minY..<max(part.maxY, part.minY) {
      for x in part.minX..<max(part.maxX, part.minX) {
        let (dx, dy) = (x - source.frame.minX, y - source.frame.minY)
        if picture.isAlpha {
          bytes[offset(x, y)] = source.coverage.byte(dx, dy)
        } else {
          for channel in 0..<4 {
            bytes[offset(x, y) + channel] = source.base.load(
              fromByteOffset: Int(dy) * source.rowBytes + Int(dx) * 4 + channel,
              as: UInt8.self
            )
          }
        }
      }
    }
    bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let memory = BlurPicture(base: base, rowBytes: width * size)
      let blur = try? GaussianBlur(
        picture.isAlpha ? .alpha8 : .rgba8,
        width: width,
        height: height,
        sigma: SIMD2<Double>(sigma),
        edges: .transparent,
        from: memory,
        to: memory
      )
      blur?.run()
    }
    for y in surface.frame.minY..<surface.frame.maxY {
      let line = picture.base + Int(y - surface.frame.minY) * picture.rowBytes
      for byte in 0..<picture.lineBytes {
        let value = bytes[offset(surface.frame.minX, y) + byte]
        line.storeBytes(of: value, toByteOffset: byte, as: UInt8.self)
      }
    }
  }

  /// The pixel (x, y) of a surface once its visible draws are drawn; clear outside of its frame.
  func pixel(surface index: Int, x: Int32, y: Int32) -> UInt32 {
    let surface = plan.surfaces[index]
    guard surface.frame.contains(PixelRect(x, y, x + 1, y + 1)) else { return 0 }
    var pixel = SourceOver.pixel(SourceOver.source(surface.clearColor))
    for position in surface.visible {
      let draw = plan.draws[Int(plan.visible[Int(position)])]
      guard draw.bounds.contains(PixelRect(x, y, x + 1, y + 1)) else { continue }
      let factor = factor(draw, x, y)
      if draw.blend != .normal {
        mix(draw, factor, x, y, &pixel)
        continue
      }
      let source = source(draw, x, y)
      // Bytes of coverage leave bytes.
      let isBytes = draw.kind == .coverage || draw.mask >= 0
      let covered =
        isBytes ? SourceOver.tinted(source, factor) : SourceOver.scaled(source, factor)
      pixel = SourceOver.blend(covered, over: pixel)
    }
    return pixel
  }

  /// Blends a composite with its own mode.
  private func mix(
    _ draw: Draw,
    _ factor: UInt16,
    _ x: Int32,
    _ y: Int32,
    _ pixel: inout UInt32
  ) {
    guard let mode = BlendMode(rawValue: Int32(draw.blend.rawValue)) else { return }
    let surface = plan.surfaces[Int(draw.source)]
    let isInside = surface.frame.contains(PixelRect(x, y, x + 1, y + 1))
    var pixels = [pixel]
    ReferenceBlend.words(
      &pixels,
      mode,
      [PixelWord.color(shown(Int(draw.source), x, y))],
      opacity: plan.composites[Int(draw.record)].opacity,
      coverage: [isInside ? CoverageSampler.byte(factor: factor) : 0],
      isOpaque: false
    )
    pixel = pixels[0]
  }

  /// The pixel of a surface that is shown in place.
  private func shown(_ surface: Int, _ x: Int32, _ y: Int32) -> UInt32 {
    plan.surfaces[surface].channels == .alpha ? 0 : pixel(surface: surface, x: x, y: y)
  }

  /// The alpha of a mask's pixel.
  private func maskByte(_ surface: Int, _ x: Int32, _ y: Int32) -> UInt8 {
    let frame = plan.surfaces[surface].frame
    guard frame.contains(PixelRect(x, y, x + 1, y + 1)) else { return 0 }
    guard plan.surfaces[surface].channels == .alpha else {
      return UInt8(pixel(surface: surface, x: x, y: y) >> 24)
    }
    return picture(surface).coverage.byte(x - frame.minX, y - frame.minY)
  }

  /// Shape and clip, or clip and bytes of coverage, as one factor.
  private func factor(_ draw: Draw, _ x: Int32, _ y: Int32) -> UInt16 {
    let factor = SourceOver.factor(coverage(draw, x, y) * clipCoverage(draw, x, y))
    if draw.mask >= 0 {
      let byte = maskByte(Int(draw.mask), x, y)
      return CoverageSampler.product(factor, CoverageSampler.factor(byte: byte))
    }
    guard draw.kind == .coverage else { return factor }
    return CoverageSampler.product(factor, byteFactor(draw, x, y))
  }

  /// The bytes of a draw of kind `coverage` at a pixel.
  private func byteFactor(_ draw: Draw, _ x: Int32, _ y: Int32) -> UInt16 {
    let record = plan.coverageRecords[Int(draw.record)]
    let source =
      draw.showsSurface
      ? picture(Int(draw.source)).coverage : CoverageSource(plan.coverages[Int(draw.source)])
    guard let source else { return 0 }
    let (width, height) = (source.width, source.height)
    let isStretched = draw.flags.contains(.stretched)
    let map =
      isStretched
      ? StretchedMap(
        texelMap: record.texelMap,
        sliceEdges: record.sliceEdges,
        stretch: record.stretch
      )
      : StretchedMap(texelMap: record.texelMap)
    let (px, py) = (Float(x) + 0.5, Float(y) + 0.5)
    if draw.flags.contains(.copies) {
      let range = TexelRange([0, 0, Float(width), Float(height)], width: width, height: height)
      return CoverageSampler.nearest(source, range, map.texel(px, py))
    }
    let range = TexelRange(record.texelRect, width: width, height: height)
    guard draw.shape == .general else {
      if let lines = map.lines {
        return CoverageSampler.linear(source, range, x: lines.x.place(x), y: lines.y.place(y))
      }
      return CoverageSampler.linear(source, range, map.texel(px, py))
    }
    let h = record.inverse1 * px + (record.inverse2 * py + record.inverse3)
    guard h.z > 0 else { return 0 }
    return CoverageSampler.linear(source, range, map.texel(h.x / h.z, h.y / h.z))
  }

  private func coverage(_ draw: Draw, _ x: Int32, _ y: Int32) -> Float {
    guard !draw.flags.contains(.covers) else { return 1 }
    let record = Int(draw.record)
    switch draw.kind {
    case .solid:
      return RasterShape(draw, plan.solids[record]).coverage(x: x, y: y)
    case .border:
      let outer = RasterShape(draw, plan.borders[record]).coverage(x: x, y: y)
      let inner = RasterShape(inner: draw, plan.borders[record]).coverage(x: x, y: y)
      return RasterShape.ring(outer, inner)
    case .image:
      return RasterShape(draw, plan.imageRecords[record]).coverage(x: x, y: y)
    case .gradient:
      return RasterShape(draw, plan.gradientRecords[record]).coverage(x: x, y: y)
    case .composite, .coverage:
      return 1
    }
  }

  private func clipCoverage(_ draw: Draw, _ x: Int32, _ y: Int32) -> Float {
    guard draw.clip >= 0 else { return 1 }
    return RasterShape(plan.clips[Int(draw.clip)]).coverage(x: x, y: y)
  }

  private func source(_ draw: Draw, _ x: Int32, _ y: Int32) -> PixelSource {
    let record = Int(draw.record)
    switch draw.kind {
    case .solid: return SourceOver.source(plan.solids[record].color)
    case .border: return SourceOver.source(plan.borders[record].color)
    case .image:
      let record = plan.imageRecords[record]
      let texel = sample(draw, record, x, y)
      return SourceOver.tinted(texel, SourceOver.factors(record.color))
    case .coverage: return SourceOver.source(plan.coverageRecords[record].color)
    case .gradient:
      let map = plan.gradientRecords[record].mapX
      // Those of tests are axial, in the space of pixels.
      let t = map.x * (Float(x) + 0.5) + map.y * (Float(y) + 0.5) + map.z
      return SourceOver.source(plan.ramps[Int(draw.source)].color(at: t))
    case .composite:
      let below = shown(Int(draw.source), x, y)
      let opacity = SourceOver.factor(plan.composites[record].opacity)
      return SourceOver.tinted(SourceOver.source(pixel: below), opacity)
    }
  }

  private func sample(
    _ draw: Draw,
    _ record: ImageRecord,
    _ x: Int32,
    _ y: Int32
  ) -> PixelSource {
    let shown = draw.showsSurface ? picture(Int(draw.source)).texels : images[Int(draw.source)]
    guard let image = shown else { return .zero }
    guard draw.flags.contains(.mipmapped), !draw.showsSurface,
      let chain = chains[Int(draw.source)]
    else {
      return sample(draw, record, image, of: image, x, y)
    }
    let last = chain.levels.count - 1
    let low = min(max(Int(record.level), 0), last)
    let larger = sample(draw, record, chain.levels[low], of: image, x, y)
    guard low < last, record.level > Float(low) else { return larger }
    let share = Int16((record.level - Float(low)) * 32768)
    let smaller = sample(draw, record, chain.levels[low + 1], of: image, x, y)
    let mixed = TexelSampler.mix(
      SIMD4<Int16>(truncatingIfNeeded: larger &>> 1),
      SIMD4<Int16>(truncatingIfNeeded: smaller &>> 1),
      share
    )
    return PixelSource(truncatingIfNeeded: mixed) &<< 1
  }

  /// A level of an image at a pixel.
  private func sample(
    _ draw: Draw,
    _ record: ImageRecord,
    _ level: TexelSource,
    of image: TexelSource,
    _ x: Int32,
    _ y: Int32
  ) -> PixelSource {
    let isCopy = draw.flags.contains(.copies)
    var range = TexelRange(record.texelRect, width: image.width, height: image.height)
    range.wraps = draw.flags.contains(.repeats) && !isCopy
    let ratio = SIMD2(
      Float(level.width) / Float(image.width),
      Float(level.height) / Float(image.height)
    )
    if draw.flags.contains(.mipmapped) {
      range = range.scaled(
        from: (image.width, image.height),
        to: (level.width, level.height)
      )
    }
    let texelMap = record.texelMap * SIMD4(lowHalf: ratio, highHalf: ratio)
    let stretch = record.stretch * SIMD4(lowHalf: ratio, highHalf: .zero)
    let map =
      draw.flags.contains(.stretched)
      ? StretchedMap(texelMap: texelMap, sliceEdges: record.sliceEdges, stretch: stretch)
      : StretchedMap(texelMap: texelMap)
    let isNearest = draw.flags.contains(.nearest) || isCopy
    if draw.shape == .axis, !isNearest, let lines = map.lines {
      let (positionX, positionY) = (lines.x.place(x), lines.y.place(y))
      return TexelSampler.linear(
        level,
        range,
        x: TexelLine.texel(positionX),
        y: TexelLine.texel(positionY),
        fractionX: TexelLine.fraction(positionX),
        fractionY: TexelLine.fraction(positionY)
      )
    }
    let (px, py) = (Float(x) + 0.5, Float(y) + 0.5)
    var place = map.texel(px, py)
    if draw.shape == .general {
      let h = record.shape.inverse1 * px + (record.shape.inverse2 * py + record.shape.inverse3)
      place = map.texel(h.x / h.z, h.y / h.z)
    }
    return isNearest
      ? TexelSampler.nearest(level, range, place) : TexelSampler.linear(level, range, place)
  }
}
