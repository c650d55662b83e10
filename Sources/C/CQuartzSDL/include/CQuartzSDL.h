// Windows and sound of the desktop by SDL 2; the library is loaded when one is first asked for.
// Licensed under the MIT license; see LICENSE.
//
// All functions of windows belong to one thread, that of the first call, except where they say
// otherwise.

#ifndef QUARTZ_SDL_H
#define QUARTZ_SDL_H

#include <stdint.h>

/// Returns the reason why libSDL2-2.0.so.0 cannot be used, in one line; NULL if it can. May be
/// called on any thread.
const char *quartz_sdl_problem(void);

/// A window of the desktop.
struct quartz_window;

/// The kinds of events.
enum quartz_window_event_kind {
  /// Of no interest.
  QUARTZ_WINDOW_NOTHING,
  /// The display is gone, with all windows.
  QUARTZ_WINDOW_LOST,
  /// The user asks for the window to be closed.
  QUARTZ_WINDOW_CLOSE,
  /// Pixels of the window, or their number, are other ones.
  QUARTZ_WINDOW_CHANGED,
  /// The window cannot be seen.
  QUARTZ_WINDOW_HIDDEN,
  /// The window can be seen again.
  QUARTZ_WINDOW_SHOWN,
  /// Keys go to the window (code 1), or no longer do (code 0).
  QUARTZ_WINDOW_FOCUS,
  /// The window is on another monitor, or its monitor has another mode.
  QUARTZ_WINDOW_MONITOR,
  /// A key went down or up (count 1, 0): `code` is its character or SDL's number for it.
  QUARTZ_WINDOW_KEY,
  /// Characters were typed: `text`.
  QUARTZ_WINDOW_TEXT,
  /// The pointer moved to x, y; `code` has the buttons that are down.
  QUARTZ_WINDOW_POINTER,
  /// The pointer left the window.
  QUARTZ_WINDOW_LEAVE,
  /// A button went down or up at x, y: `code` is its number, `count` the clicks, 0 for up.
  QUARTZ_WINDOW_BUTTON,
  /// The wheel turned by dx, dy at x, y; positive is to the right and away from the user.
  QUARTZ_WINDOW_WHEEL,
  /// A finger is at x, y: `count` is 0 for down, 1 for moved, 2 for up.
  QUARTZ_WINDOW_FINGER,
  /// A file was dropped: `path`, which `quartz_window_free_path` frees.
  QUARTZ_WINDOW_DROP,
};

/// Something that happened to a window.
struct quartz_window_event {
  enum quartz_window_event_kind kind;
  /// The number of the window; 0 for all.
  uint32_t window;
  int32_t code;
  int32_t count;
  /// SDL's bits for the modifier keys that are down.
  int32_t modifiers;
  /// Whether a key repeats.
  int32_t repeats;
  /// The place of a key on the keyboard, as USB numbers them.
  int32_t place;
  /// In pixels of the window, from the top left.
  double x, y, dx, dy;
  int64_t finger;
  char text[32];
  char *path;
};

/// A rectangle in pixels of a window.
struct quartz_window_rect {
  int x, y, width, height;
};

/// Connects to the display.
///
/// Returns 0; -1 if there is none, with the reason in `quartz_window_error`.
int quartz_window_start(const char *program);

/// Disconnects from the display, if it is still there.
void quartz_window_stop(void);

/// The reason of the last failure.
const char *quartz_window_error(void);

/// Whether the display is gone.
int quartz_window_is_lost(void);

/// Opens a window, hidden at first; sizes are in pixels where the monitor's scale is 1.
/// `gl` is 1 for a window that GL of `quartz_window_gl_display` draws to.
struct quartz_window *quartz_window_open(const char *title, int width, int height, int resizable,
                                         int gl);

void quartz_window_close(struct quartz_window *window);
void quartz_window_show(struct quartz_window *window);
uint32_t quartz_window_number(struct quartz_window *window);
void quartz_window_set_title(struct quartz_window *window, const char *title);
void quartz_window_set_size(struct quartz_window *window, int width, int height);

/// Returns X11's number of a window; 0 if it is not one of X11.
unsigned long quartz_window_x11(struct quartz_window *window);

/// Whether the windows are those of X11.
int quartz_window_is_x11(void);

/// Returns EGL's display for Wayland's windows, which stays as long as the connection; NULL under
/// other drivers, or if EGL draws to no windows of Wayland.
void *quartz_window_gl_display(void);

/// Returns EGL's surface of a window that was opened with `gl`, which goes with the window; NULL if
/// there is none. It makes a context of SDL's current for the time of the call.
void *quartz_window_gl_surface(struct quartz_window *window);

/// Looks up the size of a window: in the desktop's units, and in pixels.
///
/// Returns 0, or -1 if it has none now.
int quartz_window_size(struct quartz_window *window, int *width, int *height, int *pixel_width,
                       int *pixel_height);

/// Returns 0, and the room for windows on the first monitor in units of the desktop.
int quartz_window_room(int *width, int *height);

/// Returns the frames a second of the monitor that the window is on; 0 if it says none.
int quartz_window_refresh(struct quartz_window *window);

/// A picture in memory: R, G, B, A bytes, rows from the top; alpha is ignored.
struct quartz_window_picture {
  const void *pixels;
  int width, height, row_bytes;
  /// Where its top left is in the window, in pixels.
  int x, y;
};

/// Copies parts of a picture to the window's, which the user sees after `quartz_window_present`.
///
/// Parts are those of the picture; what lies outside of the window is left out. Returns 0, or -1 if
/// there is nothing to draw on now.
int quartz_window_copy(struct quartz_window *window, struct quartz_window_picture picture,
                       const struct quartz_window_rect *parts, int count);

/// Fills a rectangle of the window's picture with a colour, 0xRRGGBB.
void quartz_window_fill(struct quartz_window *window, struct quartz_window_rect rect,
                        uint32_t color);

/// Shows the changed parts of the window's picture.
int quartz_window_present(struct quartz_window *window, const struct quartz_window_rect *parts,
                          int count);

/// Waits for an event, at most so many milliseconds.
///
/// Returns whether there was one. The display's end is one.
int quartz_window_wait(int milliseconds, struct quartz_window_event *event);

/// Ends a wait early. May be called on any thread after `quartz_window_start`.
void quartz_window_wake(void);

void quartz_window_free_path(char *path);

/// Opens the sound output of the desktop, which rests at first: 48,000 frames a second of two
/// floats each. May be called on any thread, once.
///
/// SDL calls `fill` on a thread of its own, for `frames` frames at once. Returns 0; -1 if there is
/// no output, with the reason in `quartz_sound_error`.
int quartz_sound_open(void (*fill)(float *samples, int count), int frames);

/// Lets the output rest, or play. May be called on any thread.
void quartz_sound_rest(int rests);

/// The reason why the sound output was not opened, for the thread that tried.
const char *quartz_sound_error(void);

#endif
