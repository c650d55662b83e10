// The film of a file of layers, with a bar: film FILE FILM [SECONDS].
// Licensed under the MIT license; see LICENSE.
//
// Files are layer packages, wallpapers and Lottie animations; films are mp4, mov, mkv, webm or gif.

#include <quartz.h>
#include <stdio.h>
#include <stdlib.h>

static void check(quartz_status status) {
  if (status == QUARTZ_OK) return;
  fprintf(stderr, "film: %s (%s)\n", quartz_last_error(), quartz_status_name(status));
  exit(1);
}

static bool told(size_t done, size_t count, void *user) {
  (void)user;
  fprintf(stderr, "\r%zu of %zu frames%s", done, count, done == count ? "\n" : "");
  return true;
}

int main(int argument_count, char **arguments) {
  if (argument_count < 3) {
    fprintf(stderr, "usage: film FILE FILM [SECONDS]\n");
    return 2;
  }
  quartz_object package, canvas, context;
  quartz_size size;
  check(quartz_package_read(arguments[1], &package));
  check(quartz_package_size(package, &size));
  check(quartz_package_canvas(package, &canvas));

  // The document's own, or 5 seconds with 30 pictures each.
  quartz_film_options options = {.struct_size = sizeof options, .duration = 5, .rate = 30, .progress = told};
  quartz_status status = quartz_package_loop(package, &options.start, &options.duration);
  if (status != QUARTZ_NOT_FOUND) check(status);
  status = quartz_package_rate(package, &options.rate);
  if (status != QUARTZ_NOT_FOUND) check(status);
  if (argument_count > 3) options.duration = atof(arguments[3]);

  quartz_context_options output = {.struct_size = sizeof output, .background = {0, 0, 0, 1}};
  check(quartz_context_create(size.width, size.height, 1, &output, &context));
  check(quartz_package_place(package, size));
  check(quartz_context_set_layer(context, canvas));
  check(quartz_context_write_film(context, arguments[2], &options));

  check(quartz_release(context));
  check(quartz_release(canvas));
  check(quartz_release(package));
  return 0;
}
