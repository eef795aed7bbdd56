/*
 * own.h - the parameters and the state of the mode `camouflage`; for the files of this folder.
 */
#ifndef TACIT_QUERY_MODE_CAMOUFLAGE_OWN_H
#define TACIT_QUERY_MODE_CAMOUFLAGE_OWN_H

#include "query/camouflage/camouflage.h"
#include "query/mode/confidential.h"
#include "query/mode/mode.h"

enum {
    TACIT_CAMOUFLAGE_POLYTOPE,
    TACIT_CAMOUFLAGE_COLUMNS,
    TACIT_CAMOUFLAGE_WIDTH,
    TACIT_CAMOUFLAGE_SHARE,
    TACIT_CAMOUFLAGE_INSIDERS,
    TACIT_CAMOUFLAGE_GIVEN /* vertices */
};

/* Steps of the polytope in a step of the data. */
enum { TACIT_CAMOUFLAGE_SCALE = 256 };

typedef struct tacit_hidden {
    const tacit_query_schema *schema;
    const tacit_query_data *data;
    bool *confidential; /* by column */
    uint32_t *block;    /* of each: value i of the column is record block * rows + i */
    uint64_t scale;
    tacit_camouflage *polytope;
} tacit_hidden;

/* The vertices that coalitions of `insiders` persons with `most` records each demand of `columns`
 * columns. */
size_t tacit_hidden_vertices(size_t insiders, size_t columns, size_t most);

/* The width of the protection intervals of a column for a value of size `value`, in steps. */
double tacit_hidden_width(const tacit_args *args, const tacit_domain *d, double value);

/* Read the polytope, or draw it if there is no file; and free it. */
tacit_status tacit_hidden_open(tacit_ctx *cx, const tacit_mode_setup *setup, void **out);
void tacit_hidden_close(void *state);

/* Records that are asked about. */
typedef struct tacit_hidden_set {
    const uint32_t *row;
    size_t n;
} tacit_hidden_set;

/* What is told of an aggregate of a confidential column. */
tacit_status tacit_hidden_tell(tacit_ctx *cx, const tacit_hidden *h, const tacit_aggregate *a,
                               const tacit_hidden_set *set, tacit_query_told *out);

/* How many records have a value of a confidential column in the groups `in`. */
tacit_query_told tacit_hidden_count(const tacit_hidden *h, size_t column, const bool *in,
                                    const tacit_hidden_set *set);

/* What everybody may learn of record i in a column, in steps of the polytope. */
tacit_camouflage_range tacit_hidden_record(const tacit_hidden *h, size_t column, uint32_t i);

#endif
