// Windows and sound of the desktop: functions that find those of libSDL2-2.0.so.0, and what is made
// of them.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzSDL.h"

#include <CQuartzLibrary.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sdl.h"

LIBRARY("libSDL2-2.0.so.0", quartz_sdl)

#include "functions.h"

// Set by the handlers of Xlib and by SDL's last event; read by the thread of the windows.
static _Atomic int is_lost;
static _Atomic int is_started;

static SDL_Window *sdl(struct quartz_window *window) { return (SDL_Window *)window; }

// The numbers that SDL has given to windows, so far.
static uint32_t last_number;
// A window that is never seen: SDL ends EGL's display with the last window of GL. NULL if there is
// no such display.
static SDL_Window *gl_keeper;
// SDL's context for windows of GL; it only asks what is current.
static SDL_GLContext gl_context;
// The connection of X11 that windows are on.
static void *x11_display;

// Xlib also ends the program when the display refuses a request, unless this returns. Refusals come
// late: the request may name a window that another program destroyed meanwhile. For its owner that
// window is closed.
static int hear_refusal(void *display, struct x11_error *error) {
  // On its second connection SDL only wakes its windows, on any thread.
  if (!is_started || display != x11_display) return 0;
  for (uint32_t number = 1; number <= last_number; number++) {
    SDL_SysWMinfo info = {2, 0, 0, 0, {.bytes = {0}}};
    SDL_Window *window = SDL_GetWindowFromID(number);
    if (!window || !SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) continue;
    if (info.info.x11.window != error->resource) continue;
    if (error->code != X11_BAD_WINDOW && error->code != X11_BAD_DRAWABLE) continue;
    SDL_Event event = {.window = {.type = SDL_WINDOWEVENT, .window = number}};
    event.window.event = SDL_WINDOWEVENT_CLOSE;
    SDL_PushEvent(&event);
  }
  return 0;
}

static void survive_refusals(void) {
  // It stays loaded: SDL puts the handler back that there was before SDL.
  void *xlib = dlopen("libX11.so.6", RTLD_NOW);
  if (!xlib) return;
  void *(*set_handler)(int (*)(void *, struct x11_error *)) =
    (void *(*)(int (*)(void *, struct x11_error *)))dlsym(xlib, "XSetErrorHandler");
  if (set_handler) set_handler(hear_refusal);
}

// Why the driver was not taken; empty if it was.
static char refusal[96];

// Whether windows of a driver can be seen. Where there is no display, SDL takes one whose windows
// are memory; a user who names the driver wants that one.
static int shows_windows(const char *driver) {
  const char *named = getenv("SDL_VIDEODRIVER");
  if (named && *named) return 1;
  return strcmp(driver, "offscreen") && strcmp(driver, "dummy") && strcmp(driver, "evdev");
}

int quartz_window_start(const char *program) {
  if (quartz_sdl_problem()) return -1;
  *refusal = 0;
  SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1");
  // A screen saver is no business of a window with a picture.
  SDL_SetHint("SDL_VIDEO_ALLOW_SCREENSAVER", "1");
  // The last event of SDL then says one thing only: the display is gone.
  SDL_SetHint("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0");
  // Mouse and fingers are told apart by what makes the events.
  SDL_SetHint("SDL_TOUCH_MOUSE_EVENTS", "0");
  SDL_SetHint("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1");
  SDL_SetHint("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0");
  SDL_SetHint("SDL_APP_NAME", program);
  // The last refusals come when the connections are closed, and SDL's own handler is gone.
  survive_refusals();
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return -1;
  const char *driver = SDL_GetCurrentVideoDriver();
  if (driver && !shows_windows(driver)) {
    snprintf(refusal, sizeof refusal, "SDL would draw by its driver %s, which shows nothing", driver);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return -1;
  }
  // X11 takes pictures from shared memory; a texture of GL would be a copy more.
  if (driver && !strcmp(driver, "x11")) SDL_SetHint("SDL_FRAMEBUFFER_ACCELERATION", "0");
  is_started = 1;
  return 0;
}

void quartz_window_stop(void) {
  if (!is_started || is_lost) return;
  is_started = 0;
  if (gl_context) SDL_GL_DeleteContext(gl_context);
  if (gl_keeper) SDL_DestroyWindow(gl_keeper);
  gl_context = NULL;
  gl_keeper = NULL;
  SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

const char *quartz_window_error(void) {
  const char *problem = quartz_sdl_problem();
  if (problem) return problem;
  if (*refusal) return refusal;
  const char *error = SDL_GetError();
  return error ? error : "";
}

int quartz_window_is_lost(void) { return is_lost; }

// Xlib ends the program when its display is gone, unless these two return.
static int lose_quietly(void *display) {
  (void)display;
  is_lost = 1;
  return 0;
}

static void stay(void *display, void *data) {
  (void)display;
  (void)data;
}

static void survive_display(SDL_Window *window) {
  SDL_SysWMinfo info = {2, 0, 0, 0, {.bytes = {0}}};
  if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return;
  // Loaded by SDL already.
  void *xlib = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
  if (!xlib) return;
  void *(*set_handler)(int (*)(void *)) =
    (void *(*)(int (*)(void *)))dlsym(xlib, "XSetIOErrorHandler");
  void (*set_exit)(void *, void (*)(void *, void *), void *) =
    (void (*)(void *, void (*)(void *, void *), void *))dlsym(xlib, "XSetIOErrorExitHandler");
  if (set_handler && set_exit) {
    set_handler(lose_quietly);
    set_exit(info.info.x11.display, stay, NULL);
  }
  dlclose(xlib);
  x11_display = info.info.x11.display;
  survive_refusals();
}

struct quartz_window *quartz_window_open(const char *title, int width, int height, int resizable,
                                         int gl) {
  uint32_t flags = SDL_WINDOW_HIDDEN | SDL_WINDOW_ALLOW_HIGHDPI;
  if (gl && gl_keeper) flags |= SDL_WINDOW_OPENGL;
  if (resizable) flags |= SDL_WINDOW_RESIZABLE;
  SDL_Window *window = SDL_CreateWindow(title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                                        width, height, flags);
  if (!window) return NULL;
  uint32_t number = SDL_GetWindowID(window);
  if (number > last_number) last_number = number;
  survive_display(window);
  return (struct quartz_window *)window;
}

void quartz_window_close(struct quartz_window *window) {
  if (!is_lost) SDL_DestroyWindow(sdl(window));
}

void quartz_window_show(struct quartz_window *window) {
  if (!is_lost) SDL_ShowWindow(sdl(window));
}

uint32_t quartz_window_number(struct quartz_window *window) { return SDL_GetWindowID(sdl(window)); }

unsigned long quartz_window_x11(struct quartz_window *window) {
  SDL_SysWMinfo info = {2, 0, 0, 0, {.bytes = {0}}};
  if (is_lost || !SDL_GetWindowWMInfo(sdl(window), &info)) return 0;
  return info.subsystem == SDL_SYSWM_X11 ? info.info.x11.window : 0;
}

int quartz_window_is_x11(void) {
  const char *driver = is_started ? SDL_GetCurrentVideoDriver() : NULL;
  return driver && !strcmp(driver, "x11");
}

static void *call_egl(const char *name, int32_t argument, int takes_argument) {
  void *function = SDL_GL_GetProcAddress(name);
  if (!function) return NULL;
  return takes_argument ? ((void *(*)(int32_t))function)(argument) : ((void *(*)(void))function)();
}

static void *make_gl_keeper(void) {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  SDL_GL_SetAttribute(SDL_GL_RED_SIZE, 8);
  SDL_GL_SetAttribute(SDL_GL_GREEN_SIZE, 8);
  SDL_GL_SetAttribute(SDL_GL_BLUE_SIZE, 8);
  SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  gl_keeper = SDL_CreateWindow("", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, 1, 1,
                               SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
  if (!gl_keeper) return NULL;
  gl_context = SDL_GL_CreateContext(gl_keeper);
  if (!gl_context) return NULL;
  void *display = call_egl("eglGetCurrentDisplay", 0, 0);
  SDL_GL_MakeCurrent(gl_keeper, NULL);
  return display;
}

void *quartz_window_gl_display(void) {
  const char *driver = is_lost || !is_started ? NULL : SDL_GetCurrentVideoDriver();
  if (!driver || strcmp(driver, "wayland") || gl_keeper) return NULL;
  void *display = make_gl_keeper();
  if (display) return display;
  if (gl_context) SDL_GL_DeleteContext(gl_context);
  if (gl_keeper) SDL_DestroyWindow(gl_keeper);
  gl_context = NULL;
  gl_keeper = NULL;
  return NULL;
}

void *quartz_window_gl_surface(struct quartz_window *window) {
  if (is_lost || !gl_context || !(SDL_GetWindowFlags(sdl(window)) & SDL_WINDOW_OPENGL)) return NULL;
  if (SDL_GL_MakeCurrent(sdl(window), gl_context) != 0) return NULL;
  const int32_t draw = 0x3059;
  void *surface = call_egl("eglGetCurrentSurface", draw, 1);
  SDL_GL_MakeCurrent(sdl(window), NULL);
  return surface;
}

void quartz_window_set_title(struct quartz_window *window, const char *title) {
  if (!is_lost) SDL_SetWindowTitle(sdl(window), title);
}

void quartz_window_set_size(struct quartz_window *window, int width, int height) {
  if (!is_lost) SDL_SetWindowSize(sdl(window), width, height);
}

int quartz_window_size(struct quartz_window *window, int *width, int *height, int *pixel_width,
                       int *pixel_height) {
  if (is_lost) return -1;
  SDL_GetWindowSize(sdl(window), width, height);
  // SDL's picture of a window takes the window from GL.
  if (gl_keeper && SDL_GetWindowFlags(sdl(window)) & SDL_WINDOW_OPENGL) {
    SDL_GL_GetDrawableSize(sdl(window), pixel_width, pixel_height);
    return *width < 1 || *height < 1 || *pixel_width < 1 || *pixel_height < 1 ? -1 : 0;
  }
  SDL_Surface *surface = SDL_GetWindowSurface(sdl(window));
  if (!surface || *width < 1 || *height < 1) return -1;
  *pixel_width = surface->w;
  *pixel_height = surface->h;
  return 0;
}

int quartz_window_room(int *width, int *height) {
  SDL_Rect room = {0};
  if (is_lost || SDL_GetDisplayUsableBounds(0, &room) != 0) return -1;
  *width = room.w;
  *height = room.h;
  return 0;
}

int quartz_window_refresh(struct quartz_window *window) {
  SDL_DisplayMode mode = {0};
  if (is_lost) return 0;
  int display = SDL_GetWindowDisplayIndex(sdl(window));
  if (display < 0 || SDL_GetCurrentDisplayMode(display, &mode) != 0) return 0;
  return mode.refresh_rate;
}

/// Cuts a range of length `*count` from `*start` on to 0..<`limit`.
static void cut(int *start, int *count, int limit) {
  if (*start < 0) {
    *count += *start;
    *start = 0;
  }
  if (*count > limit - *start) *count = limit - *start;
}

int quartz_window_copy(struct quartz_window *window, struct quartz_window_picture picture,
                       const struct quartz_window_rect *parts, int count) {
  SDL_Surface *surface = is_lost ? NULL : SDL_GetWindowSurface(sdl(window));
  if (!surface) return -1;
  for (int i = 0; i < count; i++) {
    struct quartz_window_rect part = parts[i];
    // Bounds: first the part is cut to the picture, then its place to the surface.
    cut(&part.x, &part.width, picture.width);
    cut(&part.y, &part.height, picture.height);
    part.x += picture.x;
    part.y += picture.y;
    cut(&part.x, &part.width, surface->w);
    cut(&part.y, &part.height, surface->h);
    if (part.width < 1 || part.height < 1) continue;
    const uint8_t *from = (const uint8_t *)picture.pixels +
                          (size_t)(part.y - picture.y) * picture.row_bytes +
                          (size_t)(part.x - picture.x) * 4;
    // 16 bits a pixel are the fewest that a desktop has; the format's lowest byte says.
    int size = surface->format->format & 0xFF;
    uint8_t *to = (uint8_t *)surface->pixels + (size_t)part.y * surface->pitch +
                  (size_t)part.x * size;
    if (SDL_ConvertPixels(part.width, part.height, SDL_PIXELFORMAT_ABGR8888, from,
                          picture.row_bytes, surface->format->format, to, surface->pitch) != 0)
      return -1;
  }
  return 0;
}

void quartz_window_fill(struct quartz_window *window, struct quartz_window_rect rect,
                        uint32_t color) {
  SDL_Surface *surface = is_lost ? NULL : SDL_GetWindowSurface(sdl(window));
  if (!surface) return;
  SDL_Rect area = {rect.x, rect.y, rect.width, rect.height};
  uint8_t red = color >> 16 & 255, green = color >> 8 & 255, blue = color & 255;
  SDL_FillRect(surface, &area, SDL_MapRGB(surface->format, red, green, blue));
}

int quartz_window_present(struct quartz_window *window, const struct quartz_window_rect *parts,
                          int count) {
  _Static_assert(sizeof(struct quartz_window_rect) == sizeof(SDL_Rect), "the same four numbers");
  if (is_lost) return -1;
  return SDL_UpdateWindowSurfaceRects(sdl(window), (const SDL_Rect *)parts, count);
}

/// Sets a place in pixels from one in units of the desktop.
static void set_place(struct quartz_window_event *event, double x, double y) {
  SDL_Window *window = SDL_GetWindowFromID(event->window);
  int width, height, pixel_width, pixel_height;
  event->x = x;
  event->y = y;
  if (!window || quartz_window_size((struct quartz_window *)window, &width, &height, &pixel_width,
                                    &pixel_height))
    return;
  event->x = x * pixel_width / width;
  event->y = y * pixel_height / height;
}

static void take_finger(const SDL_Event *from, struct quartz_window_event *event) {
  event->kind = QUARTZ_WINDOW_FINGER;
  event->window = from->finger.window;
  event->finger = from->finger.finger;
  event->count = from->type == SDL_FINGERDOWN ? 0 : from->type == SDL_FINGERMOTION ? 1 : 2;
  SDL_Window *window = SDL_GetWindowFromID(event->window);
  int width = 0, height = 0;
  if (window) SDL_GetWindowSize(window, &width, &height);
  set_place(event, from->finger.x * width, from->finger.y * height);
}

static enum quartz_window_event_kind window_kind(uint8_t event) {
  switch (event) {
  case SDL_WINDOWEVENT_CLOSE: return QUARTZ_WINDOW_CLOSE;
  case SDL_WINDOWEVENT_EXPOSED:
  case SDL_WINDOWEVENT_SIZE_CHANGED: return QUARTZ_WINDOW_CHANGED;
  case SDL_WINDOWEVENT_HIDDEN:
  case SDL_WINDOWEVENT_MINIMIZED: return QUARTZ_WINDOW_HIDDEN;
  case SDL_WINDOWEVENT_SHOWN:
  case SDL_WINDOWEVENT_MAXIMIZED:
  case SDL_WINDOWEVENT_RESTORED: return QUARTZ_WINDOW_SHOWN;
  case SDL_WINDOWEVENT_LEAVE: return QUARTZ_WINDOW_LEAVE;
  case SDL_WINDOWEVENT_FOCUS_GAINED:
  case SDL_WINDOWEVENT_FOCUS_LOST: return QUARTZ_WINDOW_FOCUS;
  case SDL_WINDOWEVENT_DISPLAY_CHANGED: return QUARTZ_WINDOW_MONITOR;
  default: return QUARTZ_WINDOW_NOTHING;
  }
}

static void take(const SDL_Event *from, struct quartz_window_event *event) {
  // The window's number is at the same place in all of these.
  event->window = from->window.window;
  switch (from->type) {
  case SDL_QUIT:
    is_lost = 1;
    break;
  case SDL_DISPLAYEVENT:
    event->kind = QUARTZ_WINDOW_MONITOR;
    event->window = 0;
    break;
  case SDL_WINDOWEVENT:
    event->kind = window_kind(from->window.event);
    event->code = from->window.event == SDL_WINDOWEVENT_FOCUS_GAINED;
    break;
  case SDL_KEYDOWN:
  case SDL_KEYUP:
    event->kind = QUARTZ_WINDOW_KEY;
    event->code = from->key.symbol;
    event->place = from->key.scancode;
    event->count = from->type == SDL_KEYDOWN;
    event->repeats = from->key.repeat != 0;
    event->modifiers = from->key.modifiers;
    break;
  case SDL_TEXTINPUT:
    event->kind = QUARTZ_WINDOW_TEXT;
    memcpy(event->text, from->text.text, sizeof event->text);
    event->text[sizeof event->text - 1] = 0;
    break;
  case SDL_MOUSEMOTION:
    event->kind = QUARTZ_WINDOW_POINTER;
    event->code = (int32_t)from->motion.state;
    set_place(event, from->motion.x, from->motion.y);
    break;
  case SDL_MOUSEBUTTONDOWN:
  case SDL_MOUSEBUTTONUP:
    event->kind = QUARTZ_WINDOW_BUTTON;
    event->code = from->button.button;
    event->count = from->type == SDL_MOUSEBUTTONDOWN ? from->button.clicks : 0;
    if (from->type == SDL_MOUSEBUTTONDOWN && event->count < 1) event->count = 1;
    set_place(event, from->button.x, from->button.y);
    break;
  case SDL_MOUSEWHEEL:
    event->kind = QUARTZ_WINDOW_WHEEL;
    event->dx = from->wheel.preciseX;
    event->dy = from->wheel.preciseY;
    set_place(event, from->wheel.mouseX, from->wheel.mouseY);
    break;
  case SDL_FINGERDOWN:
  case SDL_FINGERUP:
  case SDL_FINGERMOTION: take_finger(from, event); break;
  case SDL_DROPFILE:
    event->kind = QUARTZ_WINDOW_DROP;
    event->window = from->drop.window;
    event->path = from->drop.file;
    break;
  default: event->window = 0;
  }
}

int quartz_window_wait(int milliseconds, struct quartz_window_event *event) {
  SDL_Event from;
  memset(event, 0, sizeof *event);
  int found = is_lost ? 0 : SDL_WaitEventTimeout(&from, milliseconds);
  if (found) {
    take(&from, event);
    if (from.type != SDL_KEYDOWN && from.type != SDL_KEYUP && !is_lost)
      event->modifiers = SDL_GetModState();
  }
  if (is_lost) {
    event->kind = QUARTZ_WINDOW_LOST;
    event->window = 0;
    return 1;
  }
  return found;
}

void quartz_window_wake(void) {
  SDL_Event event;
  if (!is_started || is_lost) return;
  memset(&event, 0, sizeof event);
  event.type = SDL_USEREVENT;
  SDL_PushEvent(&event);
}

void quartz_window_free_path(char *path) { SDL_free(path); }

// The device of sound; 0 before it is open.
static _Atomic SDL_AudioDeviceID sound;

static void fill_sound(void *fill, uint8_t *stream, int length) {
  // SDL aligns its buffers for any type.
  ((void (*)(float *, int))fill)((float *)(void *)stream, length / (int)sizeof(float));
}

int quartz_sound_open(void (*fill)(float *samples, int count), int frames) {
  if (quartz_sdl_problem()) return -1;
  SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1");
  if (SDL_Init(SDL_INIT_AUDIO) != 0) return -1;
  SDL_AudioSpec wanted = {0};
  wanted.freq = 48000;
  wanted.format = AUDIO_F32LSB;
  wanted.channels = 2;
  wanted.samples = (uint16_t)frames;
  wanted.callback = fill_sound;
  wanted.userdata = (void *)fill;
  // Without allowed changes SDL converts for the device.
  SDL_AudioDeviceID device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
  if (!device) return -1;
  sound = device;
  return 0;
}

void quartz_sound_rest(int rests) {
  if (sound) SDL_PauseAudioDevice(sound, rests);
}

const char *quartz_sound_error(void) {
  const char *problem = quartz_sdl_problem();
  if (problem) return problem;
  const char *error = SDL_GetError();
  return error ? error : "";
}
