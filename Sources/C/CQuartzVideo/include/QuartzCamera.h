// Questions to capture devices of Linux (V4L2), answered by plain structs.
// Licensed under the MIT license; see LICENSE.
//
// Each function returns 0, or the number of the error. The last answer of a list is EINVAL.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// A device. Texts end with a zero.
typedef struct {
  char name[33];
  char place[33];
  /// Whether this node of the device gives pictures in buffers.
  bool captures;
} quartz_camera_card;

/// Sizes of pictures in pixels; those of a list have no steps, and both sizes are equal.
typedef struct {
  uint32_t least_width, least_height;
  uint32_t most_width, most_height;
  bool has_steps;
} quartz_camera_size;

/// Times of one picture in seconds; those of a list have no steps, and both times are equal.
typedef struct {
  uint32_t least_numerator, least_denominator;
  uint32_t most_numerator, most_denominator;
  bool has_steps;
} quartz_camera_interval;

int quartz_camera_ask_card(int device, quartz_camera_card *card);

/// Asks for the four characters of a kind of pictures, the first one in the lowest byte.
int quartz_camera_ask_format(int device, uint32_t index, uint32_t *format);

int quartz_camera_ask_size(int device, uint32_t format, uint32_t index, quartz_camera_size *size);

/// Asks for a time of pictures of a format and a size; `index` is of the list of times.
int quartz_camera_ask_interval(int device, uint32_t format, uint32_t width, uint32_t height,
                               uint32_t index, quartz_camera_interval *interval);
