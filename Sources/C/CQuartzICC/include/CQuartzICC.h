// Little CMS for Swift: ICC profiles to sRGB.
// Licensed under the MIT license; see LICENSE.

#ifndef CQUARTZICC_H
#define CQUARTZICC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A profile that was read.
typedef struct QuartzICCProfile QuartzICCProfile;

/// Reads a profile; null if it is none, or of no kind that pictures have.
QuartzICCProfile *_Nullable quartz_icc_open(const uint8_t *_Nonnull bytes, size_t count);
void quartz_icc_close(QuartzICCProfile *_Nonnull profile);

/// The number of components: 1 for grey, 3 for RGB, 4 for CMYK.
uint32_t quartz_icc_channels(const QuartzICCProfile *_Nonnull profile);

/// Writes the name of the profile, in ASCII with a zero, to `capacity` bytes.
void quartz_icc_name(
    const QuartzICCProfile *_Nonnull profile, char *_Nonnull target, uint32_t capacity);

/// The components that a transform takes, of its profile's channels.
typedef enum {
  /// One byte.
  QUARTZ_ICC_GRAY8,
  /// One number of 16 bits, in the order of the machine.
  QUARTZ_ICC_GRAY16,
  /// R, G, B, A; alpha is copied.
  QUARTZ_ICC_RGBA8,
  QUARTZ_ICC_RGBA16,
  /// C, M, Y, K; 255 is all of an ink.
  QUARTZ_ICC_CMYK8,
  /// 255 is none of an ink.
  QUARTZ_ICC_CMYK8_INVERTED,
} QuartzICCLayout;

/// A conversion from a profile's components to R, G, B, A bytes in sRGB.
typedef void QuartzICCTransform;

/// Null if the layout does not fit the profile, or the profile lacks required data.
///
/// Colours are converted to sRGB relative to white, and black becomes black.
QuartzICCTransform *_Nullable quartz_icc_transform_create(
    const QuartzICCProfile *_Nonnull profile, QuartzICCLayout layout);
void quartz_icc_transform_free(QuartzICCTransform *_Nonnull transform);

/// Converts `count` pixels; `target` may be `source` if pixels are of one size. Alpha of the result
/// is untouched where the source has none.
void quartz_icc_transform_run(
    QuartzICCTransform *_Nonnull transform, const void *_Nonnull source, void *_Nonnull target,
    uint32_t count);

/// Creates a conversion from a profile's red, green and blue, with alpha, floats 0 ... 1, to floats
/// that are linear light of sRGB's primaries. Colours outside sRGB leave 0 ... 1. Null if the
/// profile is not one of RGB, or lacks required data. Colours are relative to white, as above.
QuartzICCTransform *_Nullable quartz_icc_light_create(const QuartzICCProfile *_Nonnull profile);

#endif
