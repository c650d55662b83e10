// Questions to capture devices of Linux (V4L2).
// Licensed under the MIT license; see LICENSE.

#include "QuartzCamera.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <string.h>
#include <sys/ioctl.h>

static int ask(int device, unsigned long request, void *answer) {
  int result;
  do {
    result = ioctl(device, request, answer);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? errno : 0;
}

int quartz_camera_ask_card(int device, quartz_camera_card *card) {
  struct v4l2_capability answer;
  memset(&answer, 0, sizeof answer);
  memset(card, 0, sizeof *card);
  int error = ask(device, VIDIOC_QUERYCAP, &answer);
  if (error) return error;
  // A device has one name and several nodes, each with abilities of its own.
  uint32_t all = answer.capabilities;
  uint32_t own = all & V4L2_CAP_DEVICE_CAPS ? answer.device_caps : all;
  memcpy(card->name, answer.card, sizeof answer.card);
  memcpy(card->place, answer.bus_info, sizeof answer.bus_info);
  card->captures = own & V4L2_CAP_VIDEO_CAPTURE && own & V4L2_CAP_STREAMING;
  return 0;
}

int quartz_camera_ask_format(int device, uint32_t index, uint32_t *format) {
  struct v4l2_fmtdesc answer;
  memset(&answer, 0, sizeof answer);
  answer.index = index;
  answer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  int error = ask(device, VIDIOC_ENUM_FMT, &answer);
  *format = answer.pixelformat;
  return error;
}

int quartz_camera_ask_size(int device, uint32_t format, uint32_t index, quartz_camera_size *size) {
  struct v4l2_frmsizeenum answer;
  memset(&answer, 0, sizeof answer);
  memset(size, 0, sizeof *size);
  answer.index = index;
  answer.pixel_format = format;
  int error = ask(device, VIDIOC_ENUM_FRAMESIZES, &answer);
  if (error) return error;
  if (answer.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
    size->least_width = size->most_width = answer.discrete.width;
    size->least_height = size->most_height = answer.discrete.height;
  } else {
    size->least_width = answer.stepwise.min_width;
    size->least_height = answer.stepwise.min_height;
    size->most_width = answer.stepwise.max_width;
    size->most_height = answer.stepwise.max_height;
    size->has_steps = true;
  }
  return 0;
}

int quartz_camera_ask_interval(int device, uint32_t format, uint32_t width, uint32_t height,
                               uint32_t index, quartz_camera_interval *interval) {
  struct v4l2_frmivalenum answer;
  memset(&answer, 0, sizeof answer);
  memset(interval, 0, sizeof *interval);
  answer.index = index;
  answer.pixel_format = format;
  answer.width = width;
  answer.height = height;
  int error = ask(device, VIDIOC_ENUM_FRAMEINTERVALS, &answer);
  if (error) return error;
  struct v4l2_fract least = answer.discrete, most = answer.discrete;
  if (answer.type != V4L2_FRMIVAL_TYPE_DISCRETE) {
    least = answer.stepwise.min;
    most = answer.stepwise.max;
    interval->has_steps = true;
  }
  interval->least_numerator = least.numerator;
  interval->least_denominator = least.denominator;
  interval->most_numerator = most.numerator;
  interval->most_denominator = most.denominator;
  return 0;
}
