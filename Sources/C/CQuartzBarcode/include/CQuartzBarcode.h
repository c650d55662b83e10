// Zint for Swift: bar codes as modules.
// Licensed under the MIT license; see LICENSE.

#ifndef CQUARTZBARCODE_H
#define CQUARTZBARCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The symbologies.
typedef enum {
  QUARTZ_BARCODE_QR,
  QUARTZ_BARCODE_AZTEC,
  QUARTZ_BARCODE_CODE128,
  QUARTZ_BARCODE_PDF417,
  /// PDF417 without the right row indicators.
  QUARTZ_BARCODE_PDF417_COMPACT,
} QuartzBarcodeKind;

/// The shape of a symbol; 0 leaves a number to the library.
typedef struct {
  QuartzBarcodeKind kind;
  /// QR: 1 to 4 for L, M, Q, H. Aztec: 1 to 4 for 10, 23, 36 and 50 %. PDF417: 1 to 9 for the
  /// levels 0 to 8.
  int32_t correction;
  /// Aztec: 1 to 4 are the compact sizes, 5 to 36 those of 1 to 32 layers. PDF417: data columns.
  int32_t columns;
  /// PDF417: rows.
  int32_t rows;
} QuartzBarcodeShape;

/// The modules of a symbol, row by row from the top: 1 is dark.
typedef struct {
  uint8_t *_Nullable modules;
  int32_t width;
  int32_t height;
} QuartzBarcode;

/// The most bytes that a symbol is asked to hold; no symbology holds more.
#define QUARTZ_BARCODE_LIMIT 8192

/// Makes a symbol of some bytes; false if they do not fit. The modules are freed by the caller.
bool quartz_barcode_make(
    QuartzBarcodeShape shape, const uint8_t *_Nonnull bytes, size_t count,
    QuartzBarcode *_Nonnull symbol);
void quartz_barcode_free(QuartzBarcode *_Nonnull symbol);

#endif
