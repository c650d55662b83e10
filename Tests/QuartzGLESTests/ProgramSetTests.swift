// The programs that a context builds when it starts draw everything that a frame can ask for.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import TestPlatform
import Testing

@testable import QuartzGLES
@testable import shadergen

@Suite
struct ProgramSetTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// A driver that draws on the processor but builds its programs first, and three GPUs.
  private static let drivers: [DriverTraits] = {
    var plain = DriverTraits(.init(), [], .init())
    plain.gathers = true
    var fetching = plain
    fetching.fetchesTarget = true
    fetching.hasBGRA = true
    var old = plain
    old.gathers = false
    var software = fetching
    software.software.blendsInShader = true
    software.software.drawsRectangles = true
    return [plain, fetching, old, software]
  }()

  @Test(arguments: drivers.indices, [false, true])
  func everyDrawHasAProgram(driver: Int, isExtended: Bool) throws {
    let traits = ProgramSetTests.drivers[driver]
    let set = ProgramSet(traits, isExtended: isExtended)
    for file in try ShaderGenerator(root: root).files {
      let shader = try #require(Shader.allCases.first { "\($0)" == file.name })
      for chosen in file.combinations {
        let key = ProgramKey(shader: shader, variant: variant(chosen))
        guard key.isOfRange(isExtended), occurs(key, file, traits) else { continue }
        check(key, set)
      }
      guard shader == .composite else { continue }
      for chosen in file.combinations {
        for mode in CompositingMode.allCases where mode != .normal {
          let key = ProgramKey(shader: shader, variant: variant(chosen), mode: mode)
          guard key.isOfRange(isExtended), occurs(key, file, traits) else { continue }
          check(key, set)
        }
      }
    }
  }

  private func check(_ key: ProgramKey, _ set: ProgramSet) {
    let program = set.program(for: key)
    #expect(set.contains(program), "\(key)")
    #expect(program.shader == key.shader)
    #expect(program.mode == key.mode)
    // Sources, targets and filters are never exchanged.
    let sources: ShaderVariant = [
      .radial, .conic, .stepped, .repeated, .mipmapped, .tiled, .masked, .blends, .backdrop,
      .halved, .doubled, .first, .words, .colors, .covering, .gathers, .rectangles,
      .extended,
    ]
    #expect(
      program.variant.isSuperset(of: key.variant.intersection(sources)),
      "\(key) by \(program)"
    )
    let attributes = program.shader.attributes(program.variant)
    #expect(attributes.nonzeroBitCount <= 16, "\(program)")
  }

  private func variant(_ chosen: [Preamble.Variant]) -> ShaderVariant {
    chosen.reduce(into: []) { variant, one in
      guard let bit = ShaderVariant.macros.firstIndex(of: one.macro) else { return }
      variant.insert(ShaderVariant(rawValue: 1 << UInt32(bit)))
    }
  }

  /// Whether a planner asks for a program on a driver.
  private func occurs(_ key: ProgramKey, _ file: ShaderFile, _ traits: DriverTraits) -> Bool {
    let variant = key.variant
    let clips: ShaderVariant = [.clipped, .clippedEach, .clippedGeneral]
    if variant.contains(.rectangles) != traits.software.drawsRectangles { return false }
    if variant.contains(.anyMode) { return false }
    if key.mode == .normal {
      if !variant.isDisjoint(with: [.backdrop, .swapped]) { return false }
      if variant.contains(.blends), !traits.software.blendsInShader { return false }
    } else {
      if variant.contains(.blends) != traits.fetchesTarget { return false }
      if variant.contains(.backdrop) == traits.fetchesTarget { return false }
      if variant.contains(.swapped), !traits.hasBGRA { return false }
    }
    switch key.shader {
    case .blur, .matrix, .colors, .mirror, .scale, .affine, .planes:
      // Halves of bytes go on to a later step.
      if variant.contains(.halved), variant.isDisjoint(with: [.words, .extended]) { return false }
      return variant.isDisjoint(with: clips.union([.blends, .shifted]))
    case .coverage:
      if variant.contains(.copies) { return !variant.contains(.gathers) }
      return variant.contains(.gathers) == traits.gathers
    case .mixed:
      if variant.contains(.clippedEach) || variant.contains(.tiled) { return false }
      return variant.contains(.gathers) == (traits.gathers && variant.contains(.covering))
    default: return true
    }
  }

  @Test(arguments: drivers.indices, [false, true])
  func programsAreFewAndDifferent(driver: Int, isExtended: Bool) {
    let set = ProgramSet(ProgramSetTests.drivers[driver], isExtended: isExtended)
    #expect(Set(set.keys).count == set.keys.count)
    #expect(set.keys.count <= (driver == 3 ? 150 : 85), "\(set.keys.count)")
    for key in set.keys { #expect(set.program(for: key) == key) }
  }

  /// The draws of most interfaces have programs that do no more than they need.
  @Test(arguments: [
    ProgramKey(shader: .solid, variant: .covered),
    ProgramKey(shader: .solid, variant: .rounded),
    ProgramKey(shader: .border, variant: [.rounded, .clippedEach]),
    ProgramKey(shader: .image, variant: [.copies, .shifted]),
    ProgramKey(shader: .coverage, variant: .copies),
    ProgramKey(shader: .composite, variant: []),
  ])
  func commonDrawsAreExact(key: ProgramKey) {
    #expect(ProgramSet(ProgramSetTests.drivers[0]).program(for: key) == key)
  }

  @Test
  func softwareDriversBuildProgramsWhenNeeded() {
    var driver = EGLReport.Driver()
    #expect(DriverTraits(driver, [], .init()).buildsProgramsFirst)
    #expect(DriverTraits(driver, [], .init()).software == SoftwareTraits())
    driver.renderer = "llvmpipe (LLVM 15.0.6, 256 bits)"
    #expect(!DriverTraits(driver, [], .init()).buildsProgramsFirst)
    #expect(DriverTraits(driver, [], .init()).software != SoftwareTraits())
    var preferences = GLESPreferences.ofTests
    preferences.buildsProgramsFirst = true
    #expect(DriverTraits(driver, [], preferences).buildsProgramsFirst)
  }
}

extension ProgramKey {
  /// Whether frames of a range ask for the program.
  fileprivate func isOfRange(_ isExtended: Bool) -> Bool {
    variant.contains(.extended) == (isExtended && isOfRange)
  }
}
