// The names of notes about the colours and the light of pictures.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// The note that says how Y, Cb and Cr become R, G and B.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// As ITU-R BT.709 says: high definition.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// As ITU-R BT.601 says: standard definition.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// As ITU-R BT.2020 says, with constant luminance not in use: ultra-high definition.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"

/// The note with the primaries.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// Those of ITU-R BT.709 and of sRGB.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// Those of Display P3.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// Those of ITU-R BT.2020.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"

/// The note with the transfer function.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// The camera's curve of ITU-R BT.709.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The camera's curve of ITU-R BT.2020.
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// The curve of sRGB.
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// PQ: SMPTE ST 2084.
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// HLG: ITU-R BT.2100.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// None: components are light.
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"

/// The note with a `CGColorSpace`, before those with primaries and transfer function.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"

/// The note about the screen on which a picture was graded: data of 24 bytes.
///
/// Numbers have their highest byte first: x and y of green, blue, red and white in units of
/// 0.00002, 16 bits each; then the most and the least light in 0.0001 nits, 32 bits each.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The note about the brightest light: data of 4 bytes.
///
/// The nits of the brightest pixel and of the brightest picture on average, 16 bits each, the
/// highest byte first; 0 if unknown.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
/// The note about the room that a picture was made for: data of 8 bytes.
///
/// Numbers have their highest byte first: 0.0001 lux, 32 bits; x and y of its light in 0.00002, 16
/// bits each.
///
/// **Differences**: kept, and without effect.
public let kCVImageBufferAmbientViewingEnvironmentKey: CFString = "AmbientViewingEnvironment"
