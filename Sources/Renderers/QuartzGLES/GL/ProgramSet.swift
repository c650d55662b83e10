// The programs that a context builds when it starts, so that none is built in a frame.
// Licensed under the MIT license; see LICENSE.
//
// A shader has many variants: with each shape, clip, sampling and blend mode there would be more
// than 2,000 programs, and building one takes a driver 5 to 50 ms. So a context has two kinds:
//
//     exact     what most draws of an interface need: plain, rounded and clipped rectangles, images,
//               text and shadows, groups
//     general   for each shader a few programs that draw everything that it can draw: shapes with
//               a space of their own and any corners, with a clip in a space of its own, in targets
//               that several surfaces share, with stretched images and any blend mode
//
// A draw takes the exact program where the set has it, else the general one. That reads more of
// the record, in which the parts that the draw does not need have values without effect
// (`FrameInstances`); both give the same pixels up to the rounding of Float.

/// The programs of a context.
struct ProgramSet: Sendable {
  /// All programs, in the order to build them.
  let keys: [ProgramKey]
  private let known: Set<ProgramKey>
  /// The variants that every program has on this driver, and those of composites with a blend mode.
  private let common: ShaderVariant
  private let moded: ShaderVariant
  private let gathers: ShaderVariant

  /// - Parameter isExtended: Whether it draws to half floats, not to bytes.
  init(_ traits: DriverTraits, isExtended: Bool = false) {
    let range: ShaderVariant = isExtended ? .extended : []
    common = range.union(traits.software.drawsRectangles ? .rectangles : [])
    var moded: ShaderVariant = traits.fetchesTarget ? [.anyMode, .blends] : [.anyMode, .backdrop]
    if traits.hasBGRA { moded.insert(.swapped) }
    self.moded = moded
    gathers = traits.gathers ? .gathers : []
    var keys = ProgramSet.exact(traits) + ProgramSet.general(traits, moded, isExtended: isExtended)
    for index in keys.indices {
      keys[index].variant.formUnion(common)
      if !keys[index].isOfRange { keys[index].variant.remove(.extended) }
    }
    if traits.software.blendsInShader {
      // Replacing a pixel needs no reading; mixing does.
      keys += keys.compactMap { key in
        guard !key.shader.isEffect, key.variant.isDisjoint(with: [.blends, .backdrop]) else {
          return nil
        }
        return ProgramKey(shader: key.shader, variant: key.variant.union(.blends))
      }
    }
    self.keys = keys
    known = Set(keys)
  }

  /// Returns whether the set has a program.
  func contains(_ key: ProgramKey) -> Bool { known.contains(key.compiled) }

  /// Returns the program of the set that draws what `key` draws.
  func program(for key: ProgramKey) -> ProgramKey {
    if contains(key) { return key }
    let rounded = ProgramSet.withAnyCorners(key)
    return contains(rounded) ? rounded : general(for: key)
  }

  /// Returns the program for all corners of axis-aligned shapes.
  private static func withAnyCorners(_ key: ProgramKey) -> ProgramKey {
    var key = key
    guard [.solid, .border, .image, .gradient].contains(key.shader),
      key.variant.isDisjoint(with: [.general, .copies])
    else { return key }
    key.variant.subtract([.covered, .circular])
    key.variant.insert(.rounded)
    return key
  }

  private func general(for key: ProgramKey) -> ProgramKey {
    let kept: ShaderVariant
    var variant: ShaderVariant
    switch key.shader {
    case .blur, .matrix, .colors, .mirror, .scale, .affine, .planes: return key
    case .solid, .border: (kept, variant) = ([], ProgramSet.anyShape)
    case .gradient: (kept, variant) = ([.radial, .conic, .stepped], ProgramSet.anyShape)
    case .image:
      (kept, variant) = ([.nearest, .mipmapped, .repeated, .tiled], ProgramSet.anyImage)
      // A copy takes the texel of its pixel.
      if key.variant.contains(.copies) { variant.insert(.nearest) }
    case .coverage: (kept, variant) = ([], ProgramSet.anyCoverage.union(gathers))
    case .mixed: (kept, variant) = ([.covering, .gathers], ProgramSet.anyMixed)
    case .composite: (kept, variant) = (.masked, ProgramSet.anyPlacement)
    }
    variant.formUnion(key.variant.intersection(kept.union([.blends, .backdrop])).union(common))
    if key.mode != .normal { variant.formUnion(moded) }
    return ProgramKey(shader: key.shader, variant: variant, mode: key.mode)
  }

  // MARK: The general programs

  /// Any place in any target, with any clip.
  private static let anyPlacement: ShaderVariant = [.shifted, .clippedGeneral]
  private static let anyShape = anyPlacement.union([.general, .rounded])
  private static let anyImage = anyShape.union(.stretched)
  private static let anyCoverage = anyPlacement.union([.general, .stretched])
  private static let anyMixed = anyPlacement.union(.general)

  private static func general(
    _ traits: DriverTraits,
    _ moded: ShaderVariant,
    isExtended: Bool
  ) -> [ProgramKey] {
    var keys: [ProgramKey] = []
    func add(_ shader: Shader, _ variant: ShaderVariant) {
      keys.append(ProgramKey(shader: shader, variant: variant))
    }
    let gathers: ShaderVariant = traits.gathers ? .gathers : []
    add(.solid, anyShape)
    add(.border, anyShape)
    for direction in [[], .radial, .conic] as [ShaderVariant] {
      for steps in [[], .stepped] as [ShaderVariant] {
        add(.gradient, anyShape.union(direction).union(steps))
      }
    }
    for sampling in [[], .nearest, .mipmapped] as [ShaderVariant] {
      for repeats in [[], .repeated] as [ShaderVariant] {
        for tiles in [[], .tiled] as [ShaderVariant] {
          add(.image, anyImage.union(sampling).union(repeats).union(tiles))
        }
      }
    }
    add(.coverage, anyCoverage.union(gathers))
    add(.mixed, anyMixed)
    add(.mixed, anyMixed.union(gathers).union(.covering))
    for mask in [[], .masked] as [ShaderVariant] {
      add(.composite, anyPlacement.union(mask))
      add(.composite, anyPlacement.union(mask).union(moded))
    }
    add(.matrix, [])
    add(.colors, [])
    add(.mirror, [])
    add(.scale, [])
    add(.affine, [])
    add(.planes, [])
    let steps: [ShaderVariant] = [
      [], .first, .words, [.first, .words], [.halved, .words], [.halved, .words, .first],
      .doubled, [.doubled, .words],
    ]
    for channels in [[], .colors] as [ShaderVariant] {
      for step in steps { add(.blur, channels.union(step)) }
    }
    if isExtended {
      keys.removeAll { $0.shader == .blur && $0.variant.contains(.colors) }
      for step in [[], .halved, .doubled] as [ShaderVariant] { add(.blur, step.union(.colors)) }
    }
    return keys
  }

  // MARK: The exact programs

  private static func exact(_ traits: DriverTraits) -> [ProgramKey] {
    var keys: [ProgramKey] = []
    let gathers: ShaderVariant = traits.gathers ? .gathers : []
    for shift in [[], .shifted] as [ShaderVariant] {
      // Fills have no record, so there is nothing more general.
      keys.append(ProgramKey(shader: .solid, variant: shift.union(.covered)))
      for clip in [[], .clippedEach] as [ShaderVariant] {
        let placement = shift.union(clip)
        let draws: [(Shader, ShaderVariant)] = [
          (.solid, .rounded), (.border, .rounded), (.gradient, .rounded), (.image, .copies),
          (.image, .rounded), (.coverage, .copies), (.coverage, gathers), (.composite, []),
        ]
        keys += draws.map { ProgramKey(shader: $0.0, variant: placement.union($0.1)) }
      }
    }
    keys.append(ProgramKey(shader: .mixed, variant: []))
    keys.append(ProgramKey(shader: .mixed, variant: gathers.union(.covering)))
    return keys
  }
}

extension ProgramKey {
  /// Whether there is a program of its own for half floats: not for those that copy, or whose
  /// results are bytes in any range.
  var isOfRange: Bool {
    switch shader {
    case .mirror, .planes: false
    case .blur: variant.contains(.colors)
    case .solid, .border, .image, .coverage, .composite, .gradient, .mixed, .matrix, .colors,
      .scale, .affine:
      true
    }
  }

  /// The key of the program that the driver has: with a uniform for the mode, one for all modes.
  var compiled: ProgramKey {
    variant.contains(.anyMode) ? ProgramKey(shader: shader, variant: variant) : self
  }
}

extension Shader {
  /// Whether it makes all pixels of a surface from another one, without mixing.
  var isEffect: Bool {
    [.blur, .matrix, .colors, .mirror, .scale, .affine, .planes].contains(self)
  }
}
