// Red, green and blue of a colour space as light, and back.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

extension CGColorSpace.Definition {
  /// Linear light of the space's own primaries; 1 is reference white.
  package func light(_ encoded: SIMD3<Double>) -> SIMD3<Double> {
    screen(SIMD3(curve.decode(encoded.x), curve.decode(encoded.y), curve.decode(encoded.z)))
  }

  /// The light of the screen for decoded components, which differ from it in HLG alone.
  func screen(_ decoded: SIMD3<Double>) -> SIMD3<Double> {
    guard curve == .hybridLogGamma else { return decoded }
    let factor = HybridLogGamma.nitsPerScene((decoded * screenWeights).sum())
    return decoded * (factor / ReferenceWhiteCurve.whiteNits)
  }

  /// The encoded components of linear light of the space's own primaries.
  package func encoded(_ light: SIMD3<Double>) -> SIMD3<Double> {
    var light = light
    if curve == .hybridLogGamma {
      let nits = light * ReferenceWhiteCurve.whiteNits
      light = nits * HybridLogGamma.scenePerNit((nits * screenWeights).sum())
    }
    return SIMD3(curve.encode(light.x), curve.encode(light.y), curve.encode(light.z))
  }

  /// The weights of luminance in the screen's function: ITU-R BT.2100-2, table 5.
  ///
  /// Those of BT.2020 have four digits there; other primaries have their own.
  package var screenWeights: SIMD3<Double> {
    switch primaries {
    case .rec2020: [0.2627, 0.6780, 0.0593]
    case .displayP3: [0.2289745641, 0.6917385218, 0.0792869141]
    case .sRGB: [0.2126390059, 0.7151686788, 0.0721923154]
    case .adobeRGB: [0.2973450, 0.6273636, 0.0752915]
    case .theatre, .acescg, .romm, .xyz: primaries.luminance
    }
  }
}
