// The times of calls of libquartz.so, from C.
// Licensed under the MIT license; see LICENSE.
//
// Prints a line for each: the name, and the nanoseconds of a call at best.

#include <quartz.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void check(quartz_status status) {
  if (status == QUARTZ_OK) return;
  fprintf(stderr, "%s: %s\n", quartz_status_name(status), quartz_last_error());
  exit(1);
}

enum { rounds = 9 };

// Runs a statement `count` times in each round, with `i` counting on, and prints the best round.
#define MEASURE(name, count, statement)                      \
  do {                                                       \
    double best = 1e300;                                     \
    for (int round = 0; round < rounds; ++round) {           \
      double begin = now();                                  \
      for (int i = round; i < (count) + round; ++i) {        \
        statement;                                           \
      }                                                      \
      double time = (now() - begin) / (count);               \
      if (time < best) best = time;                          \
    }                                                        \
    printf("%s\t%.1f\n", name, best);                        \
  } while (0)

static quartz_object made(const char *class_name) {
  quartz_object layer;
  check(quartz_layer_create(class_name, &layer));
  return layer;
}

static void picture(quartz_object root) {
  quartz_object context, image;
  check(quartz_context_create(200, 100, 1, NULL, &context));
  check(quartz_context_set_layer(context, root));
  check(quartz_context_image(context, 0, &image));
  check(quartz_context_set_layer(context, 0));
  check(quartz_release(image));
  check(quartz_release(context));
}

static quartz_object ten_layers(void) {
  quartz_object root = made("CALayer");
  for (int i = 0; i < 10; ++i) {
    quartz_object layer = i == 0 ? root : made("CALayer");
    quartz_value frame = {.type = QUARTZ_RECT, .rect = {i * 20, 10, 16, 16}};
    if (i == 0) frame.rect = (quartz_rect){0, 0, 200, 100};
    quartz_value color = {.type = QUARTZ_COLOR, .color = {1, 0, i / 10.0, 1}};
    check(quartz_set(layer, "frame", &frame));
    check(quartz_set(layer, "backgroundColor", &color));
    check(quartz_set_number(layer, "cornerRadius", 4));
    if (i > 0) check(quartz_layer_add(root, layer));
  }
  return root;
}

int main(void) {
  const int million = 1000000;
  quartz_object layer = made("CALayer"), shape = made("CAShapeLayer");
  quartz_value rect = {.type = QUARTZ_RECT, .rect = {0, 0, 1, 10}};
  double number;
  MEASURE("set a number of a layer", million, check(quartz_set_number(layer, "cornerRadius", i & 1023)));
  MEASURE("set a number of a shape", million, check(quartz_set_number(shape, "lineWidth", i & 1023)));
  MEASURE("set a truth value", million, check(quartz_set_bool(layer, "masksToBounds", i & 1)));
  MEASURE("set a member, position.x", million, check(quartz_set_number(layer, "position.x", i & 1023)));
  MEASURE("set a rectangle", million, (rect.rect.x = i & 1023, check(quartz_set(layer, "contentsRect", &rect))));
  MEASURE("set the bounds", million / 4, (rect.rect.width = i & 1023, check(quartz_set(layer, "bounds", &rect))));
  MEASURE("get a number", million, check(quartz_get_number(layer, "opacity", &number)));
  MEASURE("a call that is refused", million / 4, (void)quartz_set_number(0, "opacity", 1));

  quartz_object context, shown = made("CALayer");
  check(quartz_context_create(100, 100, 1, NULL, &context));
  check(quartz_context_set_layer(context, shown));
  check(quartz_transaction_flush());
  check(quartz_transaction_begin());
  check(quartz_transaction_set_disable_actions(true));
  MEASURE("set a number of a layer that is shown, without actions", million,
    check(quartz_set_number(shown, "cornerRadius", i & 1023)));
  check(quartz_transaction_commit());
  check(quartz_transaction_begin());
  MEASURE("the same, with an animation", million / 100, check(quartz_set_number(shown, "cornerRadius", i & 1023)));
  check(quartz_transaction_commit());

  quartz_object root = ten_layers();
  MEASURE("a picture of ten layers, context and all", 200, picture(root));
  return 0;
}
