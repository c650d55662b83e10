// Zint for Swift; see the header.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzBarcode.h"

#include <stdlib.h>

#include <zint.h>

static int symbology(QuartzBarcodeKind kind) {
  switch (kind) {
    case QUARTZ_BARCODE_QR: return BARCODE_QRCODE;
    case QUARTZ_BARCODE_AZTEC: return BARCODE_AZTEC;
    case QUARTZ_BARCODE_CODE128: return BARCODE_CODE128;
    case QUARTZ_BARCODE_PDF417: return BARCODE_PDF417;
    case QUARTZ_BARCODE_PDF417_COMPACT: return BARCODE_PDF417COMP;
  }
  return 0;
}

static bool copy_modules(const struct zint_symbol *source, QuartzBarcode *symbol) {
  // Bounds: rows of 144 bytes, 200 of them, as the library's header says.
  if (source->width < 1 || source->width > 8 * 144 || source->rows < 1 || source->rows > 200)
    return false;
  symbol->modules = malloc((size_t)source->width * source->rows);
  if (!symbol->modules) return false;
  symbol->width = source->width;
  symbol->height = source->rows;
  uint8_t *target = symbol->modules;
  for (int row = 0; row < source->rows; row++)
    for (int column = 0; column < source->width; column++)
      *target++ = source->encoded_data[row][column >> 3] >> (column & 7) & 1;
  return true;
}

bool quartz_barcode_make(
    QuartzBarcodeShape shape, const uint8_t *bytes, size_t count, QuartzBarcode *symbol) {
  *symbol = (QuartzBarcode){0};
  if (count == 0 || count > QUARTZ_BARCODE_LIMIT) return false;
  struct zint_symbol *zint = ZBarcode_Create();
  if (!zint) return false;
  bool is_pdf417 =
      shape.kind == QUARTZ_BARCODE_PDF417 || shape.kind == QUARTZ_BARCODE_PDF417_COMPACT;
  zint->symbology = symbology(shape.kind);
  zint->input_mode = DATA_MODE;
  if (shape.correction > 0) zint->option_1 = shape.correction - (is_pdf417 ? 1 : 0);
  zint->option_2 = shape.columns;
  if (is_pdf417) zint->option_3 = shape.rows;
  bool is_made = ZBarcode_Encode(zint, bytes, (int)count) < ZINT_ERROR;
  if (is_made) is_made = copy_modules(zint, symbol);
  ZBarcode_Delete(zint);
  return is_made;
}

void quartz_barcode_free(QuartzBarcode *symbol) {
  free(symbol->modules);
  *symbol = (QuartzBarcode){0};
}
