// The names of compositing filters.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzModel

extension CompositingMode {
  /// Returns the mode with a filter's name; nil if there is none.
  init?(filter name: String?) {
    guard let name, let mode = Self.filters[name] else { return nil }
    self = mode
  }

  /// Returns the mode of a name or of a filter by its type; nil if there is none.
  ///
  /// A filter that is not enabled is the normal mode.
  init?(object: Any?) {
    guard let filter = (object as? any FilterConvertible)?.filterDescription else {
      self.init(filter: Bridge.string(object))
      return
    }
    if !filter.isEnabled {
      self = .normal
    } else {
      self.init(filter: filter.type)
    }
  }

  /// All names: the modes' own, and those of `synonyms`.
  private static let filters: [String: CompositingMode] = {
    var filters: [String: CompositingMode] = [:]
    for mode in allCases {
      filters[mode.name] = mode
      for name in mode.synonyms { filters[name] = mode }
    }
    return filters
  }()

  /// Other names of the mode: those of Core Image and of CAFilter.
  private var synonyms: [String] {
    switch self {
    case .normal: ["CISourceOverCompositing", "sourceOver"]
    case .multiply: ["CIMultiplyBlendMode"]
    case .screen: ["CIScreenBlendMode"]
    case .overlay: ["CIOverlayBlendMode"]
    case .darken: ["CIDarkenBlendMode", "darkenSourceOver"]
    case .lighten: ["CILightenBlendMode", "lightenSourceOver"]
    case .colorDodge: ["CIColorDodgeBlendMode"]
    case .colorBurn: ["CIColorBurnBlendMode"]
    case .softLight: ["CISoftLightBlendMode"]
    case .hardLight: ["CIHardLightBlendMode"]
    case .difference: ["CIDifferenceBlendMode"]
    case .exclusion: ["CIExclusionBlendMode"]
    case .hue: ["CIHueBlendMode"]
    case .saturation: ["CISaturationBlendMode"]
    case .color: ["CIColorBlendMode"]
    case .luminosity: ["CILuminosityBlendMode"]
    case .clear: ["clear"]
    case .copy: ["copy"]
    case .sourceIn: ["CISourceInCompositing", "sourceIn"]
    case .sourceOut: ["CISourceOutCompositing", "sourceOut"]
    case .sourceAtop: ["CISourceAtopCompositing", "sourceAtop"]
    case .destinationOver: ["destOver"]
    case .destinationIn: ["destIn"]
    case .destinationOut: ["destOut"]
    case .destinationAtop: ["destAtop"]
    case .xor: ["xor"]
    case .plusDarker: ["plusD"]
    case .plusLighter: ["CIAdditionCompositing", "plusL"]
    case .linearBurn: ["CILinearBurnBlendMode"]
    case .linearDodge: ["CILinearDodgeBlendMode"]
    case .linearLight: ["CILinearLightBlendMode"]
    case .vividLight: ["CIVividLightBlendMode"]
    case .pinLight: ["CIPinLightBlendMode"]
    case .subtract: ["CISubtractBlendMode"]
    case .divide: ["CIDivideBlendMode"]
    case .maximum: ["CIMaximumCompositing", "maximum"]
    case .minimum: ["CIMinimumCompositing", "minimum"]
    case .sourceMinusDestination: ["subtractS"]
    case .destinationMinusSource: ["subtractD"]
    }
  }
}
