// The part of Cairo's interface that pages of PDF need.
// Licensed under the MIT license; see LICENSE.
//
// The binary interface of Cairo 1 is fixed since 2005; tags of links came with 1.16. The few types
// and functions used here are written down, so that building needs no headers of Cairo, and a
// program starts without the library. Where its headers are installed, scripts/library-functions
// --check compares the functions.

#ifndef QUARTZ_CAIRO_H
#define QUARTZ_CAIRO_H

/// Returns the reason why there is no libcairo.so.2; NULL if there is one.
const char *quartz_cairo_problem(void);

typedef struct cairo cairo_t;
typedef struct cairo_surface cairo_surface_t;
typedef struct cairo_pattern cairo_pattern_t;

/// Maps (x, y) to (xx * x + xy * y + x0, yx * x + yy * y + y0).
typedef struct cairo_matrix {
  double xx;
  double yx;
  double xy;
  double yy;
  double x0;
  double y0;
} cairo_matrix_t;

/// The result of a call: 0, or what `cairo_status_to_string` says.
typedef int cairo_status_t;

/// The result of a sink that does not take bytes.
enum { QUARTZ_CAIRO_WRITE_ERROR = 11 };

/// Takes bytes of a document.
typedef cairo_status_t (*cairo_write_func_t)(void *closure, const unsigned char *data,
                                             unsigned int length);

// Values of enumerations, which are plain numbers here.
enum { QUARTZ_CAIRO_FORMAT_ARGB32 = 0, QUARTZ_CAIRO_FORMAT_RGB24 = 1 };
enum { QUARTZ_CAIRO_EXTEND_NONE = 0, QUARTZ_CAIRO_EXTEND_REPEAT = 1, QUARTZ_CAIRO_EXTEND_PAD = 3 };
enum { QUARTZ_CAIRO_FILTER_NEAREST = 3, QUARTZ_CAIRO_FILTER_BILINEAR = 4 };
enum { QUARTZ_CAIRO_ANTIALIAS_DEFAULT = 0, QUARTZ_CAIRO_ANTIALIAS_NONE = 1 };

cairo_surface_t *cairo_pdf_surface_create_for_stream(cairo_write_func_t write_func, void *closure,
                                                     double width_in_points,
                                                     double height_in_points);
void cairo_pdf_surface_set_size(cairo_surface_t *surface, double width_in_points,
                                double height_in_points);
void cairo_pdf_surface_set_metadata(cairo_surface_t *surface, int metadata, const char *utf8);
cairo_surface_t *cairo_image_surface_create(int format, int width, int height);
unsigned char *cairo_image_surface_get_data(cairo_surface_t *surface);
int cairo_image_surface_get_stride(cairo_surface_t *surface);
void cairo_surface_flush(cairo_surface_t *surface);
void cairo_surface_mark_dirty(cairo_surface_t *surface);
void cairo_surface_set_fallback_resolution(cairo_surface_t *surface, double x_pixels_per_inch,
                                           double y_pixels_per_inch);
void cairo_surface_finish(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);
cairo_status_t cairo_surface_status(cairo_surface_t *surface);
const char *cairo_status_to_string(cairo_status_t status);

cairo_t *cairo_create(cairo_surface_t *target);
void cairo_destroy(cairo_t *cr);
cairo_status_t cairo_status(cairo_t *cr);
void cairo_save(cairo_t *cr);
void cairo_restore(cairo_t *cr);
void cairo_show_page(cairo_t *cr);
void cairo_push_group(cairo_t *cr);
cairo_pattern_t *cairo_pop_group(cairo_t *cr);

void cairo_set_matrix(cairo_t *cr, const cairo_matrix_t *matrix);
void cairo_set_operator(cairo_t *cr, int op);
void cairo_set_antialias(cairo_t *cr, int antialias);
void cairo_set_fill_rule(cairo_t *cr, int fill_rule);
void cairo_set_line_width(cairo_t *cr, double width);
void cairo_set_line_cap(cairo_t *cr, int line_cap);
void cairo_set_line_join(cairo_t *cr, int line_join);
void cairo_set_miter_limit(cairo_t *cr, double limit);
void cairo_set_dash(cairo_t *cr, const double *dashes, int num_dashes, double offset);
void cairo_set_source(cairo_t *cr, cairo_pattern_t *source);
void cairo_set_source_rgba(cairo_t *cr, double red, double green, double blue, double alpha);

void cairo_new_path(cairo_t *cr);
void cairo_move_to(cairo_t *cr, double x, double y);
void cairo_line_to(cairo_t *cr, double x, double y);
void cairo_curve_to(cairo_t *cr, double x1, double y1, double x2, double y2, double x3, double y3);
void cairo_close_path(cairo_t *cr);

void cairo_clip(cairo_t *cr);
void cairo_fill(cairo_t *cr);
void cairo_stroke(cairo_t *cr);
void cairo_paint(cairo_t *cr);
void cairo_paint_with_alpha(cairo_t *cr, double alpha);
void cairo_mask(cairo_t *cr, cairo_pattern_t *pattern);

cairo_pattern_t *cairo_pattern_create_for_surface(cairo_surface_t *surface);
cairo_pattern_t *cairo_pattern_create_linear(double x0, double y0, double x1, double y1);
cairo_pattern_t *cairo_pattern_create_radial(double cx0, double cy0, double radius0, double cx1,
                                             double cy1, double radius1);
void cairo_pattern_add_color_stop_rgba(cairo_pattern_t *pattern, double offset, double red,
                                       double green, double blue, double alpha);
void cairo_pattern_set_matrix(cairo_pattern_t *pattern, const cairo_matrix_t *matrix);
void cairo_pattern_set_extend(cairo_pattern_t *pattern, int extend);
void cairo_pattern_set_filter(cairo_pattern_t *pattern, int filter);
void cairo_pattern_destroy(cairo_pattern_t *pattern);

void cairo_tag_begin(cairo_t *cr, const char *tag_name, const char *attributes);
void cairo_tag_end(cairo_t *cr, const char *tag_name);

#endif
