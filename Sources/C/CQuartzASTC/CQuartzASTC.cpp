// libastcenc for Swift; see the header.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzASTC.h"

#include <new>

// Debian's library exports its functions with the names of C.
#define ASTCENC_DYNAMIC_LIBRARY
#include <astcenc.h>

struct QuartzASTCDecoder {
  astcenc_context *context;
};

QuartzASTCDecoder *quartz_astc_create(uint32_t block_width, uint32_t block_height, bool is_srgb) {
  astcenc_config config{};
  astcenc_error error = astcenc_config_init(
      is_srgb ? ASTCENC_PRF_LDR_SRGB : ASTCENC_PRF_LDR, block_width, block_height, 1,
      ASTCENC_PRE_FASTEST, ASTCENC_FLG_DECOMPRESS_ONLY, &config);
  if (error != ASTCENC_SUCCESS) return nullptr;
  astcenc_context *context = nullptr;
  if (astcenc_context_alloc(&config, 1, &context) != ASTCENC_SUCCESS) return nullptr;
  auto *decoder = new (std::nothrow) QuartzASTCDecoder{context};
  if (!decoder) astcenc_context_free(context);
  return decoder;
}

void quartz_astc_free(QuartzASTCDecoder *decoder) {
  astcenc_context_free(decoder->context);
  delete decoder;
}

bool quartz_astc_decode(
    QuartzASTCDecoder *decoder, const uint8_t *blocks, size_t count, uint32_t width,
    uint32_t height, uint8_t *pixels) {
  void *slices[1] = {pixels};
  astcenc_image image{width, height, 1, ASTCENC_TYPE_U8, slices};
  astcenc_swizzle all{ASTCENC_SWZ_R, ASTCENC_SWZ_G, ASTCENC_SWZ_B, ASTCENC_SWZ_A};
  // Bounds: libastcenc refuses data of fewer blocks than the picture has.
  return astcenc_decompress_image(decoder->context, blocks, count, &image, &all, 0) ==
         ASTCENC_SUCCESS;
}
