// Little CMS for Swift; see the header.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzICC.h"

#include <stdlib.h>

#include <lcms2.h>

// The handle of Little CMS itself; it has no type of its own there either.
struct QuartzICCProfile;

static cmsHPROFILE handle(const QuartzICCProfile *profile) { return (cmsHPROFILE)profile; }

QuartzICCProfile *quartz_icc_open(const uint8_t *bytes, size_t count) {
  if (count > UINT32_MAX) return NULL;
  cmsHPROFILE profile = cmsOpenProfileFromMem(bytes, (cmsUInt32Number)count);
  if (!profile) return NULL;
  cmsProfileClassSignature kind = cmsGetDeviceClass(profile);
  bool is_known = kind == cmsSigInputClass || kind == cmsSigDisplayClass ||
                  kind == cmsSigOutputClass || kind == cmsSigColorSpaceClass;
  if (!is_known || quartz_icc_channels((QuartzICCProfile *)profile) == 0) {
    cmsCloseProfile(profile);
    return NULL;
  }
  return (QuartzICCProfile *)profile;
}

void quartz_icc_close(QuartzICCProfile *profile) { cmsCloseProfile(handle(profile)); }

uint32_t quartz_icc_channels(const QuartzICCProfile *profile) {
  switch (cmsGetColorSpace(handle(profile))) {
    case cmsSigGrayData: return 1;
    case cmsSigRgbData: return 3;
    case cmsSigCmykData: return 4;
    default: return 0;
  }
}

void quartz_icc_name(const QuartzICCProfile *profile, char *target, uint32_t capacity) {
  target[0] = 0;
  cmsGetProfileInfoASCII(handle(profile), cmsInfoDescription, "en", "US", target, capacity);
  target[capacity - 1] = 0;
}

QuartzICCTransform *quartz_icc_transform_create(
    const QuartzICCProfile *profile, QuartzICCLayout layout) {
  uint32_t channels = 0;
  cmsUInt32Number format = 0;
  switch (layout) {
    case QUARTZ_ICC_GRAY8: channels = 1, format = TYPE_GRAY_8; break;
    case QUARTZ_ICC_GRAY16: channels = 1, format = TYPE_GRAY_16; break;
    case QUARTZ_ICC_RGBA8: channels = 3, format = TYPE_RGBA_8; break;
    case QUARTZ_ICC_RGBA16: channels = 3, format = TYPE_RGBA_16; break;
    case QUARTZ_ICC_CMYK8: channels = 4, format = TYPE_CMYK_8; break;
    case QUARTZ_ICC_CMYK8_INVERTED: channels = 4, format = TYPE_CMYK_8_REV; break;
  }
  if (channels != quartz_icc_channels(profile)) return NULL;
  cmsHPROFILE srgb = cmsCreate_sRGBProfile();
  if (!srgb) return NULL;
  cmsUInt32Number flags = cmsFLAGS_BLACKPOINTCOMPENSATION;
  if (channels == 3) flags |= cmsFLAGS_COPY_ALPHA;
  cmsHTRANSFORM transform = cmsCreateTransform(
      handle(profile), format, srgb, TYPE_RGBA_8, INTENT_RELATIVE_COLORIMETRIC, flags);
  cmsCloseProfile(srgb);
  return transform;
}

/// sRGB without its curve.
static cmsHPROFILE linear_srgb(void) {
  // ITU-R BT.709-6, table 1.
  cmsCIExyY white = {0.3127, 0.3290, 1};
  cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
  cmsToneCurve *line = cmsBuildGamma(NULL, 1);
  if (!line) return NULL;
  cmsToneCurve *curves[] = {line, line, line};
  cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
  cmsFreeToneCurve(line);
  return profile;
}

QuartzICCTransform *quartz_icc_light_create(const QuartzICCProfile *profile) {
  if (quartz_icc_channels(profile) != 3) return NULL;
  cmsHPROFILE target = linear_srgb();
  if (!target) return NULL;
  cmsHTRANSFORM transform = cmsCreateTransform(
      handle(profile), TYPE_RGBA_FLT, target, TYPE_RGBA_FLT, INTENT_RELATIVE_COLORIMETRIC,
      cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_COPY_ALPHA);
  cmsCloseProfile(target);
  return transform;
}

void quartz_icc_transform_free(QuartzICCTransform *transform) { cmsDeleteTransform(transform); }

void quartz_icc_transform_run(
    QuartzICCTransform *transform, const void *source, void *target, uint32_t count) {
  cmsDoTransform(transform, source, target, count);
}
