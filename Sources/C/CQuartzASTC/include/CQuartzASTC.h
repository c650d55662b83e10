// libastcenc for Swift: decoding of ASTC pictures with a low dynamic range.
// Licensed under the MIT license; see LICENSE.

#ifndef CQUARTZASTC_H
#define CQUARTZASTC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Decodes pictures of one block size, one after the other.
typedef struct QuartzASTCDecoder QuartzASTCDecoder;

/// A decoder, or null if libastcenc does not know the block size or lacks memory.
///
/// `is_srgb` says how colours are rounded: they come as they are stored, encoded.
QuartzASTCDecoder *_Nullable quartz_astc_create(
    uint32_t block_width, uint32_t block_height, bool is_srgb);
void quartz_astc_free(QuartzASTCDecoder *_Nonnull decoder);

/// Decodes blocks to R, G, B, A bytes with rows that touch: `width` x `height` x 4 bytes.
///
/// Returns false if `count` bytes are too few for the picture. Invalid blocks, and those with a
/// high dynamic range, are magenta.
bool quartz_astc_decode(
    QuartzASTCDecoder *_Nonnull decoder, const uint8_t *_Nonnull blocks, size_t count,
    uint32_t width, uint32_t height, uint8_t *_Nonnull pixels);

#ifdef __cplusplus
}
#endif

#endif
