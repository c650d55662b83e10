// The functions of libavif that files need.
// Licensed under the MIT license; see LICENSE.

FUNCTION(const char *, avifResultToString, (avifResult result), (result))
FUNCTION(avifDecoder *, avifDecoderCreate, (void), ())
FUNCTION(avifResult, avifDecoderSetIOMemory, (avifDecoder *decoder, const uint8_t *data, size_t size), (decoder, data, size))
FUNCTION(avifResult, avifDecoderParse, (avifDecoder *decoder), (decoder))
FUNCTION(avifResult, avifDecoderNthImage, (avifDecoder *decoder, uint32_t frameIndex), (decoder, frameIndex))
PROCEDURE(avifDecoderDestroy, (avifDecoder *decoder), (decoder))
FUNCTION(avifEncoder *, avifEncoderCreate, (void), ())
FUNCTION(avifResult, avifEncoderWrite, (avifEncoder *encoder, const avifImage *image, avifRWData *output), (encoder, image, output))
PROCEDURE(avifEncoderDestroy, (avifEncoder *encoder), (encoder))
FUNCTION(avifImage *, avifImageCreate, (uint32_t width, uint32_t height, uint32_t depth, avifPixelFormat yuvFormat), (width, height, depth, yuvFormat))
FUNCTION(avifResult, avifImageRGBToYUV, (avifImage *image, const avifRGBImage *rgb), (image, rgb))
FUNCTION(avifResult, avifImageYUVToRGB, (const avifImage *image, avifRGBImage *rgb), (image, rgb))
PROCEDURE(avifImageDestroy, (avifImage *image), (image))
PROCEDURE(avifRGBImageSetDefaults, (avifRGBImage *rgb, const avifImage *image), (rgb, image))
PROCEDURE(avifRWDataFree, (avifRWData *raw), (raw))
