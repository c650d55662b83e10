// A card that fades, in three pictures: the first program of Documentation/C.md.
// Licensed under the MIT license; see LICENSE.
//
//     cc card.c -lquartz -o card && ./card out

#include <quartz.h>

#include <stdio.h>
#include <stdlib.h>

// Ends the program with the sentence of a call that failed.
static void check(quartz_status status) {
  if (status == QUARTZ_OK) return;
  fprintf(stderr, "card: %s: %s\n", quartz_status_name(status), quartz_last_error());
  exit(1);
}

static void set_rect(quartz_object layer, const char *key, double x, double y, double width, double height) {
  quartz_value value = {.type = QUARTZ_RECT, .rect = {x, y, width, height}};
  check(quartz_set(layer, key, &value));
}

static void set_color(quartz_object layer, const char *key, double red, double green, double blue) {
  quartz_value value = {.type = QUARTZ_COLOR, .color = {red, green, blue, 1}};
  check(quartz_set(layer, key, &value));
}

int main(int count, char **arguments) {
  const char *folder = count > 1 ? arguments[1] : ".";
  quartz_object context, root, card, text, fade;
  check(quartz_context_create(160, 100, 2, NULL, &context));
  check(quartz_layer_create(NULL, &root));
  check(quartz_layer_create(NULL, &card));
  check(quartz_layer_create("CATextLayer", &text));
  set_rect(root, "frame", 0, 0, 160, 100);
  set_color(root, "backgroundColor", 1, 1, 1);
  set_rect(card, "frame", 30, 20, 100, 60);
  set_color(card, "backgroundColor", 1, 0.5, 0);
  check(quartz_set_number(card, "cornerRadius", 12));
  check(quartz_set_number(card, "shadowOpacity", 0.4));
  set_rect(text, "frame", 10, 18, 80, 26);
  check(quartz_set_string(text, "string", "Layers in C"));
  check(quartz_set_number(text, "fontSize", 14));
  check(quartz_set_string(text, "alignmentMode", "center"));
  check(quartz_layer_add(card, text));
  check(quartz_layer_add(root, card));
  check(quartz_context_set_layer(context, root));

  check(quartz_animation_create("CABasicAnimation", "opacity", &fade));
  check(quartz_set_number(fade, "fromValue", 1));
  check(quartz_set_number(fade, "toValue", 0));
  check(quartz_set_number(fade, "duration", 1));
  check(quartz_set_string(fade, "timingFunction", "easeIn"));
  check(quartz_layer_add_animation(card, fade, "fade"));

  for (int number = 0; number < 3; number++) {
    quartz_object picture;
    char path[4096];
    snprintf(path, sizeof path, "%s/card-%d.png", folder, number);
    check(quartz_context_image(context, 0.5 * number, &picture));
    check(quartz_image_write(picture, path));
    check(quartz_release(picture));
  }
  quartz_object all[] = {fade, text, card, root, context};
  for (size_t index = 0; index < sizeof all / sizeof *all; index++) check(quartz_release(all[index]));
  return quartz_object_count() == 0 ? 0 : 1;
}
