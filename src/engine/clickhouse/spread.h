/*
 * spread.h - tables of ClickHouse that are distributed over the servers of a cluster.
 */
#ifndef TACIT_ENGINE_CLICKHOUSE_SPREAD_H
#define TACIT_ENGINE_CLICKHOUSE_SPREAD_H

#include "engine/clickhouse/data.h"

/* What a distributed table is spread over: a table of that name on each server of the cluster.  In
 * scratch memory. */
typedef struct tacit_ch_spread {
    char *cluster, *database, *table;
} tacit_ch_spread;

/* Find it for a table; not `found` if it is of another engine. */
tacit_status tacit_ch_find_spread(tacit_ctx *cx, tacit_ch_data *d, const char *database,
                                  const char *table, tacit_ch_spread *out, bool *found);

/* Append the engine of a table that is distributed over `rows`, as it stands behind its columns; a
 * row that is put into it goes to a server by chance. */
tacit_status tacit_ch_put_spread(tacit_ctx *cx, const char *cluster, const char *database,
                                 const char *rows, tacit_buffer *sql);

/* Fail unless the servers are the shards of the cluster, each once and each a single server. */
tacit_status tacit_ch_check_shards(tacit_ctx *cx, tacit_ch_data *const *server, size_t n,
                                   const char *cluster);

/* Make the table that the first of `n` servers has on the others, without rows. */
tacit_status tacit_ch_make_alike(tacit_ctx *cx, tacit_ch_data *const *node, size_t n,
                                 const char *database, const char *table);

#endif
