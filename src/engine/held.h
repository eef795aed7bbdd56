/*
 * held.h - sources that are read as a whole when they are opened.
 *
 * What is done with the table then is the memory driver's business; a driver that reads its format
 * into a table has these calls for the rest.
 */
#ifndef TACIT_ENGINE_HELD_H
#define TACIT_ENGINE_HELD_H

#include "engine/engine.h"

/* An open source of `engine` under the name `uri` that is `table` (taken over, also on failure). */
tacit_status tacit_held_new(tacit_ctx *cx, const tacit_engine *engine, const char *uri,
                            tacit_table *table, tacit_data **out);

/* The calls of a driver. */
void tacit_held_close(tacit_data *data);
tacit_status tacit_held_scan(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                             const tacit_sink *sink);
tacit_status tacit_held_load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                             tacit_table **out);
tacit_status tacit_held_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                              size_t weight, tacit_table **out);

#endif
