/*
 * fit.h - whether data can be loaded within the memory that was given.
 */
#ifndef TACIT_ENGINE_FIT_H
#define TACIT_ENGINE_FIT_H

#include "engine/engine.h"

/* Whether the data at `uri` is likely not to fit into `memory` bytes; 0 bytes are no limit. */
bool tacit_data_is_large(const char *uri, uint64_t memory);

/* Whether so much of the data would have to be fetched from a server that it has to be asked for.
 */
tacit_status tacit_data_is_far(tacit_ctx *cx, tacit_data *data, size_t columns, bool *out);

/* Fail if so much would have to be fetched, and nobody asked for it (tacit_source), or if so many
 * columns of the data cannot be in memory at once for certain. A source that cannot count its rows
 * where it is passes. */
tacit_status tacit_data_check_fit(tacit_ctx *cx, tacit_data *data, size_t columns);

#endif
