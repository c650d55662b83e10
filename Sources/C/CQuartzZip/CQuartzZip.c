// libzip for Swift; see the header. It starts libcrypto, which takes longer than all that a picture
// without an archive needs, so it is loaded by the first archive.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzZip.h"

#include <CQuartzLibrary.h>
#include <stdio.h>
#include <sys/stat.h>
// The functions here are not those of the library, and hidden.
#define ZIP_EXTERN
#include <zip.h>

// The library that the header is of.
#if LIBZIP_VERSION_MAJOR > 1 || LIBZIP_VERSION_MINOR >= 11
BUNDLED_LIBRARY("libzip.so.5", quartz_zip, zip_open_from_source)
#else
BUNDLED_LIBRARY("libzip.so.4", quartz_zip, zip_open_from_source)
#endif

#include "functions.h"

struct QuartzZip;

static zip_t *archive(const QuartzZip *zip) { return (zip_t *)zip; }

QuartzZip *quartz_zip_open(const void *bytes, size_t count, char *reason, size_t reason_size) {
  const char *problem = quartz_zip_problem();
  if (problem) {
    snprintf(reason, reason_size, "%s", problem);
    return NULL;
  }
  zip_error_t error;
  zip_error_init(&error);
  zip_t *zip = NULL;
  zip_source_t *source = zip_source_buffer_create(bytes, count, 0, &error);
  if (source) {
    zip = zip_open_from_source(source, ZIP_RDONLY, &error);
    if (!zip) zip_source_free(source);
  }
  if (!zip) snprintf(reason, reason_size, "%s", zip_error_strerror(&error));
  zip_error_fini(&error);
  return (QuartzZip *)zip;
}

void quartz_zip_close(QuartzZip *zip) { zip_discard(archive(zip)); }

int64_t quartz_zip_count(const QuartzZip *zip) { return zip_get_num_entries(archive(zip), 0); }

bool quartz_zip_entry(QuartzZip *zip, uint64_t index, QuartzZipEntry *entry) {
  zip_stat_t status;
  zip_stat_init(&status);
  const zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
  if (zip_stat_index(archive(zip), index, 0, &status) != 0) return false;
  if ((status.valid & needed) != needed) return false;
  entry->name = status.name;
  entry->size = status.size;
  entry->packed_size = status.comp_size;
  entry->is_encrypted =
      (status.valid & ZIP_STAT_ENCRYPTION_METHOD) && status.encryption_method != ZIP_EM_NONE;
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  entry->is_link =
      zip_file_get_external_attributes(archive(zip), index, 0, &system, &attributes) == 0
      && system == ZIP_OPSYS_UNIX && S_ISLNK(attributes >> 16);
  return true;
}

bool quartz_zip_read(
    QuartzZip *zip, uint64_t index, void *target, size_t count, char *reason,
    size_t reason_size) {
  zip_file_t *file = zip_fopen_index(archive(zip), index, 0);
  if (!file) {
    snprintf(reason, reason_size, "%s", zip_strerror(archive(zip)));
    return false;
  }
  size_t done = 0;
  zip_int64_t part = 1;
  while (done < count && part > 0) {
    part = zip_fread(file, (char *)target + done, count - done);
    if (part > 0) done += (size_t)part;
  }
  // The sum is checked where the entry ends.
  char rest;
  if (part >= 0 && done == count) part = zip_fread(file, &rest, 1);
  if (part < 0) {
    snprintf(reason, reason_size, "%s", zip_error_strerror(zip_file_get_error(file)));
  } else if (part > 0 || done < count) {
    snprintf(reason, reason_size, "it has another size than the archive says");
    part = -1;
  }
  zip_fclose(file);
  return part >= 0;
}
