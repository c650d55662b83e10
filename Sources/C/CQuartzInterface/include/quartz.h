// The C interface: contexts, layers, animations, pictures and films for any language.
// Licensed under the MIT license; see LICENSE.
//
// Results. Every function that can fail returns a quartz_status. QUARTZ_OK is 0. After any other
// one, quartz_last_error() has a sentence for the calling thread, and no result was written. No
// argument ends the program: NULL, a handle that was released, a handle of another kind, a number
// out of range and text that is not UTF-8 give a status. A pointer that is not NULL is valid.
//
// Handles. An object is a quartz_object, a number that is never used twice; 0 is no object. A
// function that creates or returns an object retains it for the caller: each needs one
// quartz_release. The same object always has the same handle while it is retained. An object
// that was released may live on, a layer in its superlayer for instance.
//
// Threads. A handle belongs to the thread that got it first. Calls of other threads return
// QUARTZ_WRONG_THREAD, but for quartz_release, which any thread may call: the object is then
// released by the next call of its own thread that creates an object or draws. A thread that ends
// releases what it has. Callbacks are called on the thread whose call they belong to.
//
// Memory. Texts and lists of the library, also those in values, belong to it. They stay as they are
// until the calling thread's next call that returns a text, a list or a value. Texts of the caller
// are copied. They are UTF-8 and end with NUL, or have a length.
//
// Space. Coordinates are points, y points down unless the context's options say otherwise, angles
// are radians, and times are seconds. Colours are extended sRGB with straight alpha in 0...1.
// Pixels are R, G, B, A bytes, premultiplied, with rows from the top.

#ifndef QUARTZ_H
#define QUARTZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define QUARTZ_NULLABLE _Nullable
#define QUARTZ_NONNULL _Nonnull
#else
#define QUARTZ_NULLABLE
#define QUARTZ_NONNULL
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The version of this header: functions are only added while the first number stays.
#define QUARTZ_VERSION_MAJOR 1
#define QUARTZ_VERSION_MINOR 1

// MARK: Results

typedef enum quartz_status {
  QUARTZ_OK = 0,
  // A pointer or text that is needed is NULL.
  QUARTZ_NULL_ARGUMENT = 1,
  // The handle was released, or never given out.
  QUARTZ_INVALID_HANDLE = 2,
  // The object is of another kind, such as an image where a layer is needed.
  QUARTZ_WRONG_KIND = 3,
  // The handle belongs to another thread.
  QUARTZ_WRONG_THREAD = 4,
  // A number is out of range or not finite, or a text is not UTF-8.
  QUARTZ_INVALID_VALUE = 5,
  // A property takes no value of that type.
  QUARTZ_WRONG_TYPE = 6,
  // There is no class, filter, key or name like that.
  QUARTZ_UNKNOWN_NAME = 7,
  // There is no such file, state, layer or index.
  QUARTZ_NOT_FOUND = 8,
  // A file or picture is damaged, or of an unknown format.
  QUARTZ_UNREADABLE = 9,
  QUARTZ_UNWRITABLE = 10,
  // The renderer or the server refuses to draw.
  QUARTZ_REFUSED = 11,
  QUARTZ_NO_SERVER = 12,
  // ffmpeg, which encodes films, cannot be found.
  QUARTZ_NO_ENCODER = 13,
  // The caller's function for progress asked for the end.
  QUARTZ_CANCELLED = 14,
  // An animation that was added to a layer cannot be changed; a copy can.
  QUARTZ_READ_ONLY = 15,
  // There are too many objects or threads, or a picture is too large.
  QUARTZ_LIMIT = 16,
  // The object would contain itself.
  QUARTZ_CYCLE = 17,
} quartz_status;

// The name of a status, such as "QUARTZ_WRONG_KIND"; "QUARTZ_UNKNOWN_STATUS" for other numbers.
const char *QUARTZ_NONNULL quartz_status_name(quartz_status status);

// The sentence about the calling thread's last call that failed; empty before. It stays until the
// thread's next call that fails.
const char *QUARTZ_NONNULL quartz_last_error(void);

// The version of the library: 65536 times the first number plus the second.
uint32_t quartz_version(void);

// Takes a line about a mistake that ends nothing, on any thread.
typedef void (*quartz_log)(const char *QUARTZ_NULLABLE line, void *QUARTZ_NULLABLE user);

// Sends such lines to a function; NULL restores the standard error stream.
quartz_status quartz_set_log(quartz_log QUARTZ_NULLABLE log, void *QUARTZ_NULLABLE user);

typedef void (*quartz_callback)(void *QUARTZ_NULLABLE user);

// MARK: Objects

typedef uint64_t quartz_object;

typedef enum quartz_kind {
  QUARTZ_KIND_NONE = 0,
  QUARTZ_KIND_CONTEXT = 1,
  QUARTZ_KIND_LAYER = 2,
  QUARTZ_KIND_ANIMATION = 3,
  QUARTZ_KIND_IMAGE = 4,
  QUARTZ_KIND_PATH = 5,
  QUARTZ_KIND_FILTER = 6,
  // A cell of a CAEmitterLayer.
  QUARTZ_KIND_CELL = 7,
  QUARTZ_KIND_PACKAGE = 8,
  // A client whose layers another program shows.
  QUARTZ_KIND_CLIENT = 9,
} quartz_kind;

quartz_status quartz_retain(quartz_object object);
// Releases what one call has retained; 0 is allowed.
quartz_status quartz_release(quartz_object object);
quartz_status quartz_kind_of(quartz_object object, quartz_kind *QUARTZ_NULLABLE kind);

// A text of the library; it has a NUL after its last byte.
typedef struct quartz_string {
  const char *QUARTZ_NULLABLE text;
  size_t length;
} quartz_string;

// The name of an object's class, such as "CAShapeLayer".
quartz_status quartz_class_of(quartz_object object, quartz_string *QUARTZ_NULLABLE name);
// How many objects the calling thread has retained.
size_t quartz_object_count(void);

// MARK: Values

typedef struct quartz_point {
  double x, y;
} quartz_point;

typedef struct quartz_size {
  double width, height;
} quartz_size;

typedef struct quartz_rect {
  double x, y, width, height;
} quartz_rect;

typedef struct quartz_color {
  double red, green, blue, alpha;
} quartz_color;

// A colour with a headroom: the ratio of the brightest linear light that it is meant for to SDR
// white, at least 1, or 0 if nobody knows. Components beyond 1 are brighter than white.
typedef struct quartz_bright_color {
  quartz_color color;
  double headroom;
} quartz_bright_color;

// m[row][column]; points are rows and stand on the left.
typedef struct quartz_transform {
  double m[4][4];
} quartz_transform;

typedef struct quartz_numbers {
  const double *QUARTZ_NULLABLE items;
  size_t count;
} quartz_numbers;

typedef struct quartz_colors {
  const quartz_color *QUARTZ_NULLABLE items;
  size_t count;
} quartz_colors;

typedef struct quartz_bright_colors {
  const quartz_bright_color *QUARTZ_NULLABLE items;
  size_t count;
} quartz_bright_colors;

typedef struct quartz_objects {
  const quartz_object *QUARTZ_NULLABLE items;
  size_t count;
} quartz_objects;

typedef struct quartz_points {
  const quartz_point *QUARTZ_NULLABLE items;
  size_t count;
} quartz_points;

typedef struct quartz_strings {
  const quartz_string *QUARTZ_NULLABLE items;
  size_t count;
} quartz_strings;

typedef struct quartz_transforms {
  const quartz_transform *QUARTZ_NULLABLE items;
  size_t count;
} quartz_transforms;

typedef enum quartz_type {
  QUARTZ_NULL = 0,
  QUARTZ_BOOL = 1,
  QUARTZ_NUMBER = 2,
  QUARTZ_INTEGER = 3,
  QUARTZ_POINT = 4,
  QUARTZ_SIZE = 5,
  QUARTZ_RECT = 6,
  QUARTZ_COLOR = 7,
  QUARTZ_TRANSFORM = 8,
  QUARTZ_STRING = 9,
  QUARTZ_NUMBERS = 10,
  QUARTZ_COLORS = 11,
  QUARTZ_OBJECT = 12,
  // Handles in a list that the library returns are retained for the caller, each.
  QUARTZ_OBJECTS = 13,
  QUARTZ_POINTS = 14,
  QUARTZ_STRINGS = 15,
  QUARTZ_TRANSFORMS = 16,
  // Wherever QUARTZ_COLOR and QUARTZ_COLORS are taken; returned for colours that have a headroom
  // above 1, and for lists with such colours.
  QUARTZ_BRIGHT_COLOR = 17,
  QUARTZ_BRIGHT_COLORS = 18,
} quartz_type;

// A value of a property; `type` says which member counts.
typedef struct quartz_value {
  quartz_type type;
  // 0; for later versions.
  uint32_t reserved;
  union {
    bool boolean;
    double number;
    int64_t integer;
    quartz_point point;
    quartz_size size;
    quartz_rect rect;
    quartz_color color;
    quartz_transform transform;
    // Of the caller, a length of SIZE_MAX means that the text ends with NUL.
    quartz_string string;
    quartz_numbers numbers;
    quartz_colors colors;
    quartz_object object;
    quartz_objects objects;
    quartz_points points;
    quartz_strings strings;
    quartz_transforms transforms;
    quartz_bright_color bright_color;
    quartz_bright_colors bright_colors;
  };
} quartz_value;

// MARK: Properties
//
// Layers, animations, filters and cells have the keys and key paths of key-value coding:
// "position.x", "transform.rotation.z", "filters.blur.inputRadius". A value for a property of a
// layer animates as CATransaction says. A key that a class does not declare stores any value.
// Timing functions are a name ("easeIn") or four numbers. Colours also are four numbers.

quartz_status quartz_set(
  quartz_object object,
  const char *QUARTZ_NULLABLE key_path,
  const quartz_value *QUARTZ_NULLABLE value
);
// QUARTZ_NULL where there is no value. An object in the value is retained for the caller.
quartz_status quartz_get(
  quartz_object object,
  const char *QUARTZ_NULLABLE key_path,
  quartz_value *QUARTZ_NULLABLE value
);
quartz_status quartz_set_number(
  quartz_object object,
  const char *QUARTZ_NULLABLE key_path,
  double number
);
quartz_status quartz_set_bool(
  quartz_object object,
  const char *QUARTZ_NULLABLE key_path,
  bool boolean
);
quartz_status quartz_set_string(
  quartz_object object,
  const char *QUARTZ_NULLABLE key_path,
  const char *QUARTZ_NULLABLE text
);
quartz_status quartz_set_object(
  quartz_object object,
  const char *QUARTZ_NULLABLE key_path,
  quartz_object value
);
quartz_status quartz_get_number(
  quartz_object object,
  const char *QUARTZ_NULLABLE key_path,
  double *QUARTZ_NULLABLE number
);

// A property of a class, as the library declares it.
typedef struct quartz_property {
  quartz_string name;
  // The type of its values; QUARTZ_NULL for one that takes any.
  quartz_type type;
  // The kind of its objects, if these are its values.
  quartz_kind kind;
  bool is_animatable;
  // The class that declares it.
  quartz_string owner;
  // The names that it takes, if it is a text with a list of them.
  quartz_strings names;
  quartz_value default_value;
} quartz_property;

// The classes of layers, animations and cells, by index from 0.
size_t quartz_class_count(void);
quartz_status quartz_class_name(size_t index, quartz_string *QUARTZ_NULLABLE name);
// The properties of a class or a filter, those of its superclasses first, by index from 0.
quartz_status quartz_property_count(
  const char *QUARTZ_NULLABLE class_name,
  size_t *QUARTZ_NULLABLE count
);
quartz_status quartz_property_at(
  const char *QUARTZ_NULLABLE class_name,
  size_t index,
  quartz_property *QUARTZ_NULLABLE property
);

// MARK: Contexts

typedef struct quartz_context_options {
  // sizeof(quartz_context_options), so that later versions may have more.
  size_t struct_size;
  // The colour behind the layers; transparent by default.
  quartz_color background;
  // Whether y points up, as on macOS.
  bool is_y_up;
  // Whether a context that this process draws runs by the machine's clock.
  bool is_real_time;
} quartz_context_options;

// An output that this process draws, for pictures: its time begins at 0 and stands still.
//
// Sides are points, in pixels 1...16384 each. Options may be NULL.
quartz_status quartz_context_create(
  double width,
  double height,
  double scale,
  const quartz_context_options *QUARTZ_NULLABLE options,
  quartz_object *QUARTZ_NULLABLE context
);
// An output that the render server at a socket draws, in real time; NULL is the default path.
quartz_status quartz_context_connect(
  const char *QUARTZ_NULLABLE socket,
  double width,
  double height,
  double scale,
  const quartz_context_options *QUARTZ_NULLABLE options,
  quartz_object *QUARTZ_NULLABLE context
);
// Shows a tree; 0 shows none. A layer that has a superlayer is removed from it.
quartz_status quartz_context_set_layer(quartz_object context, quartz_object layer);
quartz_status quartz_context_layer(quartz_object context, quartz_object *QUARTZ_NULLABLE layer);
quartz_status quartz_context_resize(
  quartz_object context,
  double width,
  double height,
  double scale
);
quartz_status quartz_context_pixel_size(
  quartz_object context,
  size_t *QUARTZ_NULLABLE width,
  size_t *QUARTZ_NULLABLE height
);
quartz_status quartz_context_time(quartz_object context, double *QUARTZ_NULLABLE time);
// Moves the time of a context for pictures on; completions that lie before are called.
quartz_status quartz_context_advance(quartz_object context, double time);
// The picture of a time; a time that is not a number is the current one.
quartz_status quartz_context_image(
  quartz_object context,
  double time,
  quartz_object *QUARTZ_NULLABLE image
);
// Draws the picture of a time into the caller's memory, of `byte_count` bytes; rows are `row_bytes`
// apart, at least four for each pixel.
quartz_status quartz_context_draw(
  quartz_object context,
  double time,
  void *QUARTZ_NULLABLE pixels,
  size_t byte_count,
  size_t row_bytes
);

// MARK: Layers

// A layer of a class, such as "CALayer" or "CAShapeLayer"; NULL is CALayer.
quartz_status quartz_layer_create(
  const char *QUARTZ_NULLABLE class_name,
  quartz_object *QUARTZ_NULLABLE layer
);
quartz_status quartz_layer_add(quartz_object layer, quartz_object sublayer);
// An index past the end is the end.
quartz_status quartz_layer_insert(quartz_object layer, quartz_object sublayer, size_t index);
quartz_status quartz_layer_replace(
  quartz_object layer,
  quartz_object sublayer,
  quartz_object other
);
quartz_status quartz_layer_remove(quartz_object layer);
quartz_status quartz_layer_superlayer(
  quartz_object layer,
  quartz_object *QUARTZ_NULLABLE superlayer
);
quartz_status quartz_layer_sublayer_count(quartz_object layer, size_t *QUARTZ_NULLABLE count);
quartz_status quartz_layer_sublayer(
  quartz_object layer,
  size_t index,
  quartz_object *QUARTZ_NULLABLE sublayer
);
// The first layer with a name, of the layer itself and all below it in order; QUARTZ_NOT_FOUND if
// there is none.
quartz_status quartz_layer_find(
  quartz_object layer,
  const char *QUARTZ_NULLABLE name,
  quartz_object *QUARTZ_NULLABLE found
);
// The deepest layer at a point of the superlayer's space; 0 if there is none.
quartz_status quartz_layer_hit_test(
  quartz_object layer,
  quartz_point point,
  quartz_object *QUARTZ_NULLABLE hit
);
// A point of the layer's space in that of another layer of its tree.
quartz_status quartz_layer_convert(
  quartz_object layer,
  quartz_point point,
  quartz_object target,
  quartz_point *QUARTZ_NULLABLE converted
);
// A copy with the values that animations show now; 0 if the layer is in no context.
quartz_status quartz_layer_presentation(
  quartz_object layer,
  quartz_object *QUARTZ_NULLABLE presentation
);
// The size that suits the contents: that of the text of a CATextLayer.
quartz_status quartz_layer_preferred_size(
  quartz_object layer,
  quartz_size *QUARTZ_NULLABLE size
);
// A picture of a layer and all below it in its bounds, as they are set, without animations, where
// the layer is in a tree.
quartz_status quartz_layer_image(
  quartz_object layer,
  double scale,
  quartz_object *QUARTZ_NULLABLE image
);
quartz_status quartz_layer_layout(quartz_object layer);
quartz_status quartz_layer_set_needs_display(quartz_object layer);

// The memory that a layer is to draw into: R, G, B, A bytes, premultiplied, all 0 at first.
typedef struct quartz_drawing {
  void *QUARTZ_NONNULL pixels;
  size_t width;
  size_t height;
  // From one row to the next.
  size_t row_bytes;
  // Pixels for each point: the layer's contentsScale.
  double scale;
} quartz_drawing;

// Draws a layer's contents; false leaves those of before.
typedef bool (*quartz_draw)(
  quartz_object layer,
  const quartz_drawing *QUARTZ_NONNULL drawing,
  void *QUARTZ_NULLABLE user
);
typedef void (*quartz_layout)(quartz_object layer, void *QUARTZ_NULLABLE user);

// Functions of a layer; each may be NULL.
//
// They are called on the thread that commits the layer: within a flush, a commit, and pictures of
// its context. `layer` is borrowed: it need not be released.
typedef struct quartz_layer_callbacks {
  // sizeof(quartz_layer_callbacks).
  size_t struct_size;
  // Called after quartz_layer_set_needs_display, and where the bounds change if the layer's
  // needsDisplayOnBoundsChange is true.
  quartz_draw QUARTZ_NULLABLE draw;
  // Places the sublayers of a layer whose bounds have changed.
  quartz_layout QUARTZ_NULLABLE layout;
  // Called once, on any thread, when the layer does not have the functions any more.
  quartz_callback QUARTZ_NULLABLE done;
  void *QUARTZ_NULLABLE user;
} quartz_layer_callbacks;

// Gives a layer functions in place of those of before; NULL takes them away.
quartz_status quartz_layer_set_callbacks(
  quartz_object layer,
  const quartz_layer_callbacks *QUARTZ_NULLABLE callbacks
);

// MARK: Animations and transactions

// An animation of a class, such as "CABasicAnimation", for a key path; the path may be NULL.
quartz_status quartz_animation_create(
  const char *QUARTZ_NULLABLE class_name,
  const char *QUARTZ_NULLABLE key_path,
  quartz_object *QUARTZ_NULLABLE animation
);
// A copy that can be changed.
quartz_status quartz_animation_copy(
  quartz_object animation,
  quartz_object *QUARTZ_NULLABLE copy
);

// Told when an animation begins (`state` 0), is interrupted (1) or ends (2).
typedef void (*quartz_animation_callback)(int32_t state, void *QUARTZ_NULLABLE user);

quartz_status quartz_animation_set_callback(
  quartz_object animation,
  quartz_animation_callback QUARTZ_NULLABLE callback,
  void *QUARTZ_NULLABLE user
);
// Adds a copy of an animation, in place of the one with that key; the key may be NULL.
quartz_status quartz_layer_add_animation(
  quartz_object layer,
  quartz_object animation,
  const char *QUARTZ_NULLABLE key
);
// Removes the animation of a key; NULL removes all.
quartz_status quartz_layer_remove_animation(
  quartz_object layer,
  const char *QUARTZ_NULLABLE key
);
quartz_status quartz_layer_animation_keys(
  quartz_object layer,
  quartz_strings *QUARTZ_NULLABLE keys
);
// The animation of a key, which cannot be changed; QUARTZ_NOT_FOUND if there is none.
quartz_status quartz_layer_animation(
  quartz_object layer,
  const char *QUARTZ_NULLABLE key,
  quartz_object *QUARTZ_NULLABLE animation
);

// Changes of the calling thread until the commit belong together.
quartz_status quartz_transaction_begin(void);
// QUARTZ_NOT_FOUND if none was begun.
quartz_status quartz_transaction_commit(void);
// Sends changes outside of any transaction.
quartz_status quartz_transaction_flush(void);
quartz_status quartz_transaction_set_duration(double seconds);
quartz_status quartz_transaction_set_disable_actions(bool flag);
// A timing function: a name or four numbers; QUARTZ_NULL is that of each animation.
quartz_status quartz_transaction_set_timing(const quartz_value *QUARTZ_NULLABLE function);

// Called once, when all animations of the transaction have ended.
quartz_status quartz_transaction_set_completion(
  quartz_callback QUARTZ_NULLABLE completion,
  void *QUARTZ_NULLABLE user
);

// MARK: Paths, images, filters, cells

// A path of commands and their points: M (1) moves, L (1) is a line, Q (2) and C (3) are curves, Z
// (0) closes.
quartz_status quartz_path_create(
  const char *QUARTZ_NULLABLE commands,
  const quartz_point *QUARTZ_NULLABLE points,
  size_t point_count,
  quartz_object *QUARTZ_NULLABLE path
);
quartz_status quartz_path_create_ellipse(quartz_rect rect, quartz_object *QUARTZ_NULLABLE path);
// The radii are cut to half of the sides.
quartz_status quartz_path_create_rounded_rect(
  quartz_rect rect,
  quartz_size radii,
  quartz_object *QUARTZ_NULLABLE path
);
// The commands and points of a path, as quartz_path_create takes them.
quartz_status quartz_path_elements(
  quartz_object path,
  quartz_string *QUARTZ_NULLABLE commands,
  quartz_points *QUARTZ_NULLABLE points
);

typedef enum quartz_pixel_format {
  QUARTZ_RGBA_PREMULTIPLIED = 0,
  QUARTZ_RGBA_STRAIGHT = 1,
  // The fourth byte does not count.
  QUARTZ_RGBX = 2,
  QUARTZ_GRAY = 3,
} quartz_pixel_format;

// Rows of pixels in memory.
typedef struct quartz_pixels {
  const void *QUARTZ_NULLABLE data;
  // How many bytes `data` has: at least the rows with what lies between them.
  size_t byte_count;
  size_t width;
  size_t height;
  // From one row to the next.
  size_t row_bytes;
  quartz_pixel_format format;
} quartz_pixels;

// An image of pixels, which are copied.
quartz_status quartz_image_create(
  const quartz_pixels *QUARTZ_NULLABLE pixels,
  quartz_object *QUARTZ_NULLABLE image
);
// An image of the caller's own pixels, without a copy but of less than 4096 bytes. They stay as
// they are until `done` is called, once, on any thread; it is not called if the call fails.
quartz_status quartz_image_wrap(
  const quartz_pixels *QUARTZ_NULLABLE pixels,
  quartz_callback QUARTZ_NULLABLE done,
  void *QUARTZ_NULLABLE user,
  quartz_object *QUARTZ_NULLABLE image
);
// Reads the first picture of a file: PNG, JPEG, WebP, GIF, TIFF, JPEG 2000, BMP.
quartz_status quartz_image_read(
  const char *QUARTZ_NULLABLE file,
  quartz_object *QUARTZ_NULLABLE image
);
quartz_status quartz_image_decode(
  const void *QUARTZ_NULLABLE bytes,
  size_t byte_count,
  quartz_object *QUARTZ_NULLABLE image
);
quartz_status quartz_image_pixel_size(
  quartz_object image,
  size_t *QUARTZ_NULLABLE width,
  size_t *QUARTZ_NULLABLE height
);
// The pixels of an image, without a copy, as long as the image is retained.
quartz_status quartz_image_pixels(
  quartz_object image,
  quartz_pixels *QUARTZ_NULLABLE pixels
);
// Writes a picture file atomically; the end of the name is its format: png, jpg, webp, tiff, jp2.
quartz_status quartz_image_write(quartz_object image, const char *QUARTZ_NULLABLE file);
// The bytes of a PNG file.
quartz_status quartz_image_png(quartz_object image, quartz_string *QUARTZ_NULLABLE bytes);

// A filter: a type of CAFilter ("gaussianBlur") or a name of CIFilter ("CISepiaTone").
quartz_status quartz_filter_create(
  const char *QUARTZ_NULLABLE name,
  quartz_object *QUARTZ_NULLABLE filter
);
quartz_status quartz_cell_create(quartz_object *QUARTZ_NULLABLE cell);

// MARK: Packages

// Reads what `quartz render` reads, by the name: a layer package (.ca) in a folder or a zip, a
// document (.caml), an archive (.caar), a wallpaper (.wallpaper, .tendies) or a Lottie animation
// (.json, .lottie).
quartz_status quartz_package_read(
  const char *QUARTZ_NULLABLE path,
  quartz_object *QUARTZ_NULLABLE package
);

// The part of a file to read; members that are NULL or 0 are the usual part.
typedef struct quartz_package_options {
  // sizeof(quartz_package_options).
  size_t struct_size;
  // Which package or wallpaper of many, from 0.
  size_t item;
  // The planes of a wallpaper, from back to front: some of whole, background, foreground and
  // floating, with commas between them.
  const char *QUARTZ_NULLABLE planes;
  // The marker of a Lottie animation that is its loop.
  const char *QUARTZ_NULLABLE marker;
  // The animation, and the theme, of a .lottie archive.
  const char *QUARTZ_NULLABLE animation;
  const char *QUARTZ_NULLABLE theme;
  // Values of a Lottie animation, each "slot=#ff0000" or "Layer.Fill 1.Color=#ff0000"; values are
  // #rrggbb, numbers with commas, or text:WORDS.
  quartz_strings values;
} quartz_package_options;

// Reads a part of a file.
quartz_status quartz_package_open(
  const char *QUARTZ_NULLABLE path,
  const quartz_package_options *QUARTZ_NULLABLE options,
  quartz_object *QUARTZ_NULLABLE package
);
// A package of a tree, for writing; the canvas has the size of the layer.
quartz_status quartz_package_create(
  quartz_object layer,
  quartz_object *QUARTZ_NULLABLE package
);
// Writes the package atomically; what a document cannot have is told to the log.
quartz_status quartz_package_write(quartz_object package, const char *QUARTZ_NULLABLE path);
// The size of the canvas in points.
quartz_status quartz_package_size(quartz_object package, quartz_size *QUARTZ_NULLABLE size);
// The root of the document; of a wallpaper of several documents, the canvas.
quartz_status quartz_package_root(quartz_object package, quartz_object *QUARTZ_NULLABLE layer);
// A layer of the canvas's size with the root in it, for a context of that size.
quartz_status quartz_package_canvas(quartz_object package, quartz_object *QUARTZ_NULLABLE layer);
// Places the canvas in the middle of an output of a size in points, as `quartz render` does; the
// layers of a wallpaper fill it.
quartz_status quartz_package_place(quartz_object package, quartz_size size);
// The seconds that the document's editor loops, or a Lottie animation plays; QUARTZ_NOT_FOUND if
// there are none.
quartz_status quartz_package_loop(
  quartz_object package,
  double *QUARTZ_NULLABLE start,
  double *QUARTZ_NULLABLE duration
);
// The pictures a second that the document asks for; QUARTZ_NOT_FOUND if it does not.
quartz_status quartz_package_rate(quartz_object package, double *QUARTZ_NULLABLE rate);
// The names of a Lottie animation's markers.
quartz_status quartz_package_markers(
  quartz_object package,
  quartz_strings *QUARTZ_NULLABLE markers
);
// The layer with an id in the document.
quartz_status quartz_package_layer(
  quartz_object package,
  const char *QUARTZ_NULLABLE identifier,
  quartz_object *QUARTZ_NULLABLE layer
);
// The content that was skipped when the package was read.
quartz_status quartz_package_warnings(
  quartz_object package,
  quartz_strings *QUARTZ_NULLABLE warnings
);
quartz_status quartz_package_states(quartz_object package, quartz_strings *QUARTZ_NULLABLE states);
// Puts the layers into a state, at once or with the document's animations; NULL is none.
quartz_status quartz_package_set_state(
  quartz_object package,
  const char *QUARTZ_NULLABLE state,
  bool is_animated
);

// MARK: Layers of other programs

// The name of this program as a host of layers: a file descriptor that belongs to the library, for
// programs whose layers may show here. A layer shows those of a client by the property
// remoteClientId.
quartz_status quartz_host_port(uint32_t *QUARTZ_NULLABLE port);
// Shows nothing of a client any more.
quartz_status quartz_host_revoke(uint32_t client_id);
// A client of the host whose descriptor was inherited; QUARTZ_NO_SERVER if there is no connection.
quartz_status quartz_client_create(uint32_t port, quartz_object *QUARTZ_NULLABLE client);
// The number that the host gives to remoteClientId.
quartz_status quartz_client_id(quartz_object client, uint32_t *QUARTZ_NULLABLE client_id);
// Shows a tree in the host; 0 shows none.
quartz_status quartz_client_set_layer(quartz_object client, quartz_object layer);

// MARK: Films

// Told of each frame that was drawn; false ends the film, and there is no file.
typedef bool (*quartz_progress)(size_t done, size_t count, void *QUARTZ_NULLABLE user);

typedef struct quartz_film_options {
  // sizeof(quartz_film_options).
  size_t struct_size;
  double start;
  double duration;
  // Frames a second.
  double rate;
  quartz_progress QUARTZ_NULLABLE progress;
  void *QUARTZ_NULLABLE user;
} quartz_film_options;

// Writes the pictures of a context as a film, whole or not at all: mp4, mov, m4v, mkv or webm, by
// the end of the name.
//
// Frame i shows the time start + i / rate, on black where the background is transparent. ffmpeg
// encodes.
quartz_status quartz_context_write_film(
  quartz_object context,
  const char *QUARTZ_NULLABLE path,
  const quartz_film_options *QUARTZ_NULLABLE options
);

#ifdef __cplusplus
}
#endif

#endif
