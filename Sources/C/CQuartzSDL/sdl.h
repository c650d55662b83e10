// The part of SDL 2's interface that windows and sound need.
// Licensed under the MIT license; see LICENSE.
//
// The binary interface of SDL 2 is fixed: it has been the same since 2.0.0, and stays so. So the
// few types and functions used here are written down, and building needs none of the 29 packages
// that the library's headers bring along. Where those are installed, scripts/library-functions
// --check compares the functions.

#ifndef QUARTZ_SDL_INTERFACE_H
#define QUARTZ_SDL_INTERFACE_H

#include <stdint.h>

typedef struct SDL_Window SDL_Window;

typedef void *SDL_GLContext;

// Attributes of windows that GL draws to.
typedef enum SDL_GLattr {
  SDL_GL_RED_SIZE = 0,
  SDL_GL_GREEN_SIZE = 1,
  SDL_GL_BLUE_SIZE = 2,
  SDL_GL_ALPHA_SIZE = 3,
  SDL_GL_DEPTH_SIZE = 6,
  SDL_GL_CONTEXT_MAJOR_VERSION = 17,
  SDL_GL_CONTEXT_MINOR_VERSION = 18,
  SDL_GL_CONTEXT_PROFILE_MASK = 21,
} SDL_GLattr;

enum { SDL_GL_CONTEXT_PROFILE_ES = 4 };

typedef struct SDL_Rect {
  int x, y, w, h;
} SDL_Rect;

// Only the start, which is all that is read.
typedef struct SDL_PixelFormat {
  uint32_t format;
} SDL_PixelFormat;

typedef struct SDL_Surface {
  uint32_t flags;
  SDL_PixelFormat *format;
  int w, h;
  int pitch;
  void *pixels;
} SDL_Surface;

typedef struct SDL_DisplayMode {
  uint32_t format;
  int w, h;
  int refresh_rate;
  void *driverdata;
} SDL_DisplayMode;

typedef struct SDL_SysWMinfo {
  uint8_t major, minor, patch;
  int subsystem;
  union {
    struct {
      void *display;
      unsigned long window;
    } x11;
    uint8_t bytes[64];
  } info;
} SDL_SysWMinfo;

enum { SDL_SYSWM_X11 = 2 };

// Xlib's XErrorEvent: a request that the display refused.
struct x11_error {
  int type;
  void *display;
  // The window or other thing that the request named.
  unsigned long resource;
  unsigned long serial;
  uint8_t code, request, minor;
};

enum { X11_BAD_WINDOW = 3, X11_BAD_DRAWABLE = 9 };

typedef union SDL_Event {
  uint32_t type;
  struct {
    uint32_t type, time, window;
    uint8_t event, padding[3];
    int32_t data1, data2;
  } window;
  struct {
    uint32_t type, time, window;
    uint8_t state, repeat, padding[2];
    int32_t scancode, symbol;
    uint16_t modifiers;
  } key;
  struct {
    uint32_t type, time, window;
    char text[32];
  } text;
  struct {
    uint32_t type, time, window, which, state;
    int32_t x, y, dx, dy;
  } motion;
  struct {
    uint32_t type, time, window, which;
    uint8_t button, state, clicks, padding;
    int32_t x, y;
  } button;
  struct {
    uint32_t type, time, window, which;
    int32_t x, y;
    uint32_t direction;
    float preciseX, preciseY;
    int32_t mouseX, mouseY;
  } wheel;
  struct {
    uint32_t type, time;
    int64_t touch, finger;
    float x, y, dx, dy, pressure;
    uint32_t window;
  } finger;
  struct {
    uint32_t type, time;
    char *file;
    uint32_t window;
  } drop;
  uint8_t bytes[56];
} SDL_Event;

_Static_assert(sizeof(SDL_Event) == 56, "the size of SDL 2's events");

enum {
  SDL_QUIT = 0x100,
  SDL_DISPLAYEVENT = 0x150,
  SDL_WINDOWEVENT = 0x200,
  SDL_KEYDOWN = 0x300,
  SDL_KEYUP = 0x301,
  SDL_TEXTINPUT = 0x303,
  SDL_MOUSEMOTION = 0x400,
  SDL_MOUSEBUTTONDOWN = 0x401,
  SDL_MOUSEBUTTONUP = 0x402,
  SDL_MOUSEWHEEL = 0x403,
  SDL_FINGERDOWN = 0x700,
  SDL_FINGERUP = 0x701,
  SDL_FINGERMOTION = 0x702,
  SDL_DROPFILE = 0x1000,
  SDL_USEREVENT = 0x8000,
};

enum {
  SDL_WINDOWEVENT_SHOWN = 1,
  SDL_WINDOWEVENT_HIDDEN = 2,
  SDL_WINDOWEVENT_EXPOSED = 3,
  SDL_WINDOWEVENT_SIZE_CHANGED = 6,
  SDL_WINDOWEVENT_MINIMIZED = 7,
  SDL_WINDOWEVENT_MAXIMIZED = 8,
  SDL_WINDOWEVENT_RESTORED = 9,
  SDL_WINDOWEVENT_LEAVE = 11,
  SDL_WINDOWEVENT_FOCUS_GAINED = 12,
  SDL_WINDOWEVENT_FOCUS_LOST = 13,
  SDL_WINDOWEVENT_CLOSE = 14,
  SDL_WINDOWEVENT_DISPLAY_CHANGED = 18,
};

typedef uint32_t SDL_AudioDeviceID;

typedef struct SDL_AudioSpec {
  int freq;
  uint16_t format;
  uint8_t channels, silence;
  uint16_t samples, padding;
  uint32_t size;
  void (*callback)(void *userdata, uint8_t *stream, int len);
  void *userdata;
} SDL_AudioSpec;

_Static_assert(sizeof(SDL_AudioSpec) == 32, "the size of SDL 2's form of sound");

enum {
  SDL_INIT_AUDIO = 0x10,
  // Floats in the order of bytes of x86 and ARM.
  AUDIO_F32LSB = 0x8120,
};

enum {
  SDL_INIT_VIDEO = 0x20,
  SDL_WINDOW_OPENGL = 0x2,
  SDL_WINDOW_HIDDEN = 0x8,
  SDL_WINDOW_RESIZABLE = 0x20,
  SDL_WINDOW_ALLOW_HIGHDPI = 0x2000,
  SDL_WINDOWPOS_UNDEFINED = 0x1FFF0000,
  SDL_BUTTON_FINGER = -1,
};

// R, G, B, A bytes where the lowest byte of a number comes first.
static const uint32_t SDL_PIXELFORMAT_ABGR8888 = 0x16762004;

#endif
