// The input from which libpng reads a PNG file.
// Licensed under the MIT license; see LICENSE.

#include "PNGInput.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// The most memory that pixels are unpacked to where those of the picture do not do, in bytes.
static const size_t memory_limit = 64 << 20;
static const size_t large_page = 2 << 20;
// The most bytes of a stored block.
static const size_t block_limit = 65535;
// IHDR is the first chunk: PNG (third edition), section 5.6.
enum { FIRST_CHUNK = 8, HEADER_END = 33, DEPTH = 24, COLORS = 25, INTERLACE = 28 };

static uint32_t number(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void put(uint8_t *bytes, uint32_t number) {
  for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

QuartzPNGInput quartz_png_input(const uint8_t *bytes, size_t count) {
  return (QuartzPNGInput){.next = bytes, .count = count, .piece = QUARTZ_PNG_END};
}

void quartz_png_input_free(QuartzPNGInput *input) { free(input->memory); }

// MARK: Unpacking

/// The length of a row with its filter; 0 if it is not known here.
static size_t row_length(const uint8_t *header, uint32_t width) {
  static const uint8_t components[] = {1, 0, 3, 1, 2, 0, 4};
  if (header[COLORS] >= sizeof components || header[INTERLACE] != 0) return 0;
  size_t bits = (size_t)components[header[COLORS]] * header[DEPTH];
  return bits ? 1 + (bits * width + 7) / 8 : 0;
}

/// Returns the end of the chunk at `offset`; 0 if it is not whole.
static size_t chunk_end(const QuartzPNGInput *file, size_t offset) {
  if (file->count < 12 || offset > file->count - 12) return 0;
  size_t length = number(file->next + offset);
  return length <= file->count - 12 - offset ? offset + 12 + length : 0;
}

static bool is_pixels(const QuartzPNGInput *file, size_t offset) {
  return memcmp(file->next + offset + 4, "IDAT", 4) == 0;
}

typedef struct {
  // The first IDAT chunk, and the end of those that follow it without another one between.
  size_t start, end;
  const uint8_t *bytes;
  size_t count;
  // The memory of `bytes` if there are several chunks.
  uint8_t *memory;
} Packed;

static bool find_packed(const QuartzPNGInput *file, Packed *packed) {
  size_t offset = FIRST_CHUNK, end;
  while ((end = chunk_end(file, offset)) && !is_pixels(file, offset)) offset = end;
  if (!end) return false;
  *packed = (Packed){offset, end, file->next + offset + 8, end - offset - 12, NULL};
  while ((end = chunk_end(file, packed->end)) && is_pixels(file, packed->end)) packed->end = end;
  size_t first_end = packed->start + 12 + packed->count;
  if (packed->end == first_end) return true;
  packed->memory = malloc(packed->end - packed->start);
  if (!packed->memory) return false;
  packed->count = 0;
  for (offset = packed->start; offset < packed->end; offset = end) {
    end = chunk_end(file, offset);
    memcpy(packed->memory + packed->count, file->next + offset + 8, end - offset - 12);
    packed->count += end - offset - 12;
  }
  packed->bytes = packed->memory;
  return true;
}

/// Whether `packed` is zlib's format with a window of 32 KiB, and exactly `count` bytes; zlib is
/// the judge of all else.
static bool unpack(const Packed *packed, uint8_t *rows, size_t count) {
  if (packed->count < 6 || packed->bytes[0] != 0x78) return false;
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  if (!decompressor) return false;
  size_t used = 0;
  enum libdeflate_result result = libdeflate_zlib_decompress_ex(
      decompressor, packed->bytes, packed->count, rows, count, &used, NULL);
  libdeflate_free_decompressor(decompressor);
  return result == LIBDEFLATE_SUCCESS && used == packed->count;
}

/// Memory for rows, in large pages where the system has them.
static uint8_t *allocate(size_t count) {
  if (count > memory_limit) return NULL;
  if (count < large_page) return malloc(count);
  size_t whole = (count + large_page - 1) / large_page * large_page;
  void *memory = aligned_alloc(large_page, whole);
  if (memory) madvise(memory, whole, MADV_HUGEPAGE);
  return memory;
}

void quartz_png_input_unpack(
    QuartzPNGInput *input, uint32_t width, uint32_t height, uint8_t *room, size_t row_bytes) {
  Packed packed = {0};
  size_t length = input->count >= HEADER_END ? row_length(input->next, width) : 0;
  if (!length || height > (UINT32_MAX >> 1) / 2 / length) return;
  if (!find_packed(input, &packed)) return;
  size_t count = length * height;
  uint8_t *rows = room + height * row_bytes - count;
  if (length > row_bytes) rows = input->memory = allocate(count);
  if (rows && unpack(&packed, rows, count)) {
    input->rows = rows;
    input->rows_count = count;
    input->tail = input->next + packed.end;
    input->tail_count = input->count - packed.end;
    memcpy(input->checksum, packed.bytes + packed.count - 4, 4);
    input->count = packed.start;
    input->piece = QUARTZ_PNG_START;
  }
  free(packed.memory);
}

// MARK: Reading

/// The length of the next block.
static size_t block_length(const QuartzPNGInput *input) {
  size_t left = input->rows_count - input->rows_taken;
  return left < block_limit ? left : block_limit;
}

/// Goes on to the next piece; false at the end of the file.
static bool advance(QuartzPNGInput *input) {
  uint8_t *head = input->head;
  input->next = head;
  switch (input->piece) {
    case QUARTZ_PNG_START: {
      size_t blocks = (input->rows_count + block_limit - 1) / block_limit;
      put(head, (uint32_t)(2 + input->rows_count + 5 * blocks + 4));
      memcpy(head + 4, "IDAT\x78\x01", 6);
      input->count = 10;
      input->piece = QUARTZ_PNG_BLOCK;
      return true;
    }
    case QUARTZ_PNG_BLOCK: {
      size_t length = block_length(input);
      head[0] = input->rows_taken + length == input->rows_count;
      head[1] = (uint8_t)length;
      head[2] = (uint8_t)(length >> 8);
      head[3] = (uint8_t)~head[1];
      head[4] = (uint8_t)~head[2];
      input->count = 5;
      input->piece = QUARTZ_PNG_PIXELS;
      return true;
    }
    case QUARTZ_PNG_PIXELS:
      input->next = input->rows + input->rows_taken;
      input->count = block_length(input);
      input->rows_taken += input->count;
      input->piece =
          input->rows_taken < input->rows_count ? QUARTZ_PNG_BLOCK : QUARTZ_PNG_TAIL;
      return true;
    case QUARTZ_PNG_TAIL:
      // The checksum of the chunk is not looked at.
      memcpy(head, input->checksum, 4);
      put(head + 4, 0);
      input->count = 8;
      input->piece = QUARTZ_PNG_END;
      return true;
    case QUARTZ_PNG_END:
      input->next = input->tail;
      input->count = input->tail_count;
      input->tail_count = 0;
      return input->count > 0;
  }
  return false;
}

bool quartz_png_input_take(QuartzPNGInput *input, uint8_t *target, size_t count) {
  while (count > 0) {
    if (input->count == 0 && !advance(input)) return false;
    size_t part = count < input->count ? count : input->count;
    memcpy(target, input->next, part);
    target += part;
    count -= part;
    input->next += part;
    input->count -= part;
  }
  return true;
}
