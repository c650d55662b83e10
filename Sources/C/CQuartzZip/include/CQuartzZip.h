// libzip for Swift: the entries of an archive in memory.
// Licensed under the MIT license; see LICENSE.

#ifndef CQUARTZZIP_H
#define CQUARTZZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An archive that is only read.
typedef struct QuartzZip QuartzZip;

/// An entry of the archive's directory; its values are not checked.
typedef struct {
  /// In UTF-8; lives as long as the archive. Never null in an entry that was found.
  const char *_Nullable name;
  /// Bytes when unpacked and as they are.
  uint64_t size;
  uint64_t packed_size;
  bool is_encrypted;
  /// Whether the entry is a symbolic link by its Unix mode.
  bool is_link;
} QuartzZipEntry;

/// Opens an archive; `bytes` must live as long.
///
/// Null if the bytes are no archive; then `reason`, of `reason_size` bytes, has libzip's message.
QuartzZip *_Nullable quartz_zip_open(
    const void *_Nonnull bytes, size_t count, char *_Nonnull reason, size_t reason_size);
void quartz_zip_close(QuartzZip *_Nonnull zip);
int64_t quartz_zip_count(const QuartzZip *_Nonnull zip);

/// Returns false if the directory lacks data of the entry.
bool quartz_zip_entry(
    QuartzZip *_Nonnull zip, uint64_t index, QuartzZipEntry *_Nonnull entry);

/// Unpacks an entry of exactly `count` bytes, and checks its sum.
///
/// Returns false, with libzip's message, if it is damaged or has another size.
bool quartz_zip_read(
    QuartzZip *_Nonnull zip, uint64_t index, void *_Nonnull target, size_t count,
    char *_Nonnull reason, size_t reason_size);

#endif
