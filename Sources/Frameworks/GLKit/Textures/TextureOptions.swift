// The options of the texture loader.
// Licensed under the MIT license; see LICENSE.

package import Foundation

/// Whether colours are multiplied with their alpha if they are straight; false by default.
public let GLKTextureLoaderApplyPremultiplication = "GLKTextureLoaderApplyPremultiplication"

/// Whether GL makes the smaller levels; false by default.
public let GLKTextureLoaderGenerateMipmaps = "GLKTextureLoaderGenerateMipmaps"

/// Whether the first row is the lowest one, as GL has it; false by default: the uppermost one.
public let GLKTextureLoaderOriginBottomLeft = "GLKTextureLoaderOriginBottomLeft"

/// Whether grey images become textures of alpha alone; false by default: of luminance.
public let GLKTextureLoaderGrayscaleAsAlpha = "GLKTextureLoaderGrayscaleAsAlpha"

/// Whether shaders read colours as linear light, which GL decodes from sRGB; false by default.
public let GLKTextureLoaderSRGB = "GLKTextureLoaderSRGB"

/// The options of a texture.
package struct TextureOptions {
  var isPremultiplied = false
  var hasMipmaps = false
  var isBottomLeft = false
  var isGrayAlpha = false
  var isSRGB = false

  package init(_ options: [String: NSNumber]?) {
    func isSet(_ key: String) -> Bool { options?[key]?.boolValue ?? false }
    isPremultiplied = isSet(GLKTextureLoaderApplyPremultiplication)
    hasMipmaps = isSet(GLKTextureLoaderGenerateMipmaps)
    isBottomLeft = isSet(GLKTextureLoaderOriginBottomLeft)
    isGrayAlpha = isSet(GLKTextureLoaderGrayscaleAsAlpha)
    isSRGB = isSet(GLKTextureLoaderSRGB)
  }
}
