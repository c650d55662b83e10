// The functions of libzip that archives need.
// Licensed under the MIT license; see LICENSE.

PROCEDURE(zip_error_init, (zip_error_t *error), (error))
PROCEDURE(zip_error_fini, (zip_error_t *error), (error))
FUNCTION(const char *, zip_error_strerror, (zip_error_t *error), (error))
FUNCTION(zip_source_t *, zip_source_buffer_create, (const void *data, zip_uint64_t count, int freep, zip_error_t *error), (data, count, freep, error))
PROCEDURE(zip_source_free, (zip_source_t *source), (source))
FUNCTION(zip_t *, zip_open_from_source, (zip_source_t *source, int flags, zip_error_t *error), (source, flags, error))
PROCEDURE(zip_discard, (zip_t *archive), (archive))
FUNCTION(const char *, zip_strerror, (zip_t *archive), (archive))
FUNCTION(zip_int64_t, zip_get_num_entries, (zip_t *archive, zip_flags_t flags), (archive, flags))
PROCEDURE(zip_stat_init, (zip_stat_t *status), (status))
FUNCTION(int, zip_stat_index, (zip_t *archive, zip_uint64_t index, zip_flags_t flags, zip_stat_t *status), (archive, index, flags, status))
FUNCTION(int, zip_file_get_external_attributes, (zip_t *archive, zip_uint64_t index, zip_flags_t flags, zip_uint8_t *system, zip_uint32_t *attributes), (archive, index, flags, system, attributes))
FUNCTION(zip_file_t *, zip_fopen_index, (zip_t *archive, zip_uint64_t index, zip_flags_t flags), (archive, index, flags))
FUNCTION(zip_int64_t, zip_fread, (zip_file_t *file, void *target, zip_uint64_t count), (file, target, count))
FUNCTION(zip_error_t *, zip_file_get_error, (zip_file_t *file), (file))
FUNCTION(int, zip_fclose, (zip_file_t *file), (file))
