// The components of colours: red, green and blue; hue; grey.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import CoreImage
import Foundation
import QuartzMath

/// Hue, saturation and brightness of an encoded colour.
struct HueColor {
  var hue: CGFloat
  var saturation: CGFloat
  var brightness: CGFloat

  init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat) {
    self.hue = hue > 0 ? min(hue, 1) : 0
    self.saturation = saturation
    self.brightness = brightness
  }

  init(_ color: (red: CGFloat, green: CGFloat, blue: CGFloat)) {
    let (red, green, blue) = color
    let most = max(red, green, blue)
    let range = most - min(red, green, blue)
    brightness = most
    saturation = most > 0 ? range / most : 0
    guard range > 0 else {
      hue = 0
      return
    }
    let sixths: CGFloat =
      if most == red {
        (green - blue) / range
      } else if most == green {
        (blue - red) / range + 2
      } else {
        (red - green) / range + 4
      }
    hue = (sixths < 0 ? sixths + 6 : sixths) / 6
  }

  /// Red, green and blue.
  var components: (red: CGFloat, green: CGFloat, blue: CGFloat) {
    let sixths = hue * 6
    let sector = sixths.rounded(.down)
    let part = sixths - sector
    let least = brightness * (1 - saturation)
    let falling = brightness * (1 - saturation * part)
    let rising = brightness * (1 - saturation * (1 - part))
    switch sector {
    case 1: return (falling, brightness, least)
    case 2: return (least, brightness, rising)
    case 3: return (least, falling, brightness)
    case 4: return (rising, least, brightness)
    case 5: return (brightness, least, falling)
    default: return (brightness, rising, least)
    }
  }
}

extension CGColor {
  /// The white of a grey with two components; nil for other colours.
  var plainWhite: CGFloat? {
    guard colorSpace?.model == .monochrome, let white = components?.first else { return nil }
    return white
  }

  /// The components in extended sRGB, encoded.
  ///
  /// They are exact where no conversion is needed.
  var redGreenBlue: (red: CGFloat, green: CGFloat, blue: CGFloat) {
    let space = colorSpace?.definition
    if let space, space.curve == .sRGB, space.primaries == .sRGB, let own = components {
      if space.model == .monochrome { return (own[0], own[0], own[0]) }
      if space.model == .rgb { return (own[0], own[1], own[2]) }
    }
    let color = Color(self)
    return (CGFloat(color.red), CGFloat(color.green), CGFloat(color.blue))
  }

  /// The encoded grey of the same luminance, in linear light.
  ///
  /// Weights: Rec. 709.
  var luminance: CGFloat {
    let (red, green, blue) = redGreenBlue
    let curve = TransferCurve.sRGB
    let light =
      0.2126 * curve.decode(Double(red)) + 0.7152 * curve.decode(Double(green)) + 0.0722
      * curve.decode(Double(blue))
    return CGFloat(curve.encode(light))
  }
}

extension CIColor {
  /// The colour of a view's colour, for the current traits.
  public convenience init(color: UIColor) {
    self.init(cgColor: color.cgColor)
  }
}
