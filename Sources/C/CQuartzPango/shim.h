// Pango over fontconfig and FreeType, and their parts that Swift cannot import: macros with casts
// and bit fields.
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H
#include FT_COLOR_H
#include FT_FONT_FORMATS_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H
#include <pango/pango.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

/// The breaks that a text position allows; the bits of `quartz_break_flags`.
enum {
  QUARTZ_BREAK_LINE = 1,
  QUARTZ_BREAK_CHARACTER = 2,
  QUARTZ_BREAK_WHITE = 4,
  QUARTZ_BREAK_CARET = 8,
};

/// Whether a line may break before the character, with words kept whole or not; whether the
/// character is white space; and whether a caret may stand before it.
static inline unsigned quartz_break_flags(const PangoLogAttr *attributes) {
  return (attributes->is_line_break ? QUARTZ_BREAK_LINE : 0u) |
         (attributes->is_char_break ? QUARTZ_BREAK_CHARACTER : 0u) |
         (attributes->is_white ? QUARTZ_BREAK_WHITE : 0u) |
         (attributes->is_cursor_position ? QUARTZ_BREAK_CARET : 0u);
}

/// The direction of the first letter, or neutral. Deprecated in Pango because its own layouts find
/// it themselves; itemizing needs it.
static inline PangoDirection quartz_first_direction(const char *text, int length) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  return pango_find_base_dir(text, length);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

/// The pattern that a font of a fontconfig map was made from; the font owns it.
static inline FcPattern *quartz_font_pattern(PangoFont *font) {
  return pango_fc_font_get_pattern(PANGO_FC_FONT(font));
}

/// Lets a map look for the fonts of `config`; `substitute` gets each pattern first, and `config`.
static inline void quartz_map_configure(
    PangoFontMap *map, FcConfig *config, void (*substitute)(FcPattern *, gpointer)) {
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
  pango_fc_font_map_set_default_substitute(PANGO_FC_FONT_MAP(map), substitute, config, NULL);
  pango_ft2_font_map_set_resolution(PANGO_FT2_FONT_MAP(map), 72, 72);
}

/// Says that the fonts of the map's configuration are others now.
static inline void quartz_map_changed(PangoFontMap *map) {
  pango_fc_font_map_config_changed(PANGO_FC_FONT_MAP(map));
}

static inline int quartz_face_has_color(FT_Face face) { return FT_HAS_COLOR(face) != 0; }
static inline int quartz_face_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) != 0; }
