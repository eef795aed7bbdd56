/*
 * table.c - a ready table of tau-Argus with its metadata beside it, as a plan that speaks of it.
 *
 * All dimensions of the metadata are those of one table, and its first number that is nothing else
 * is added up; without one the frequencies are the values.
 */
#include <string.h>

#include "task/tables/argus/own.h"

/* The variables of the table. */
static tacit_status specify(tacit_batch_reading *b)
{
    tacit_batch_table *t = &b->table[0];
    *t = (tacit_batch_table){ .name = "table", .written = true };
    b->n_tables = 1;
    for (size_t j = 0; j < b->rda.n; j++) {
        const tacit_rda_variable *v = &b->rda.variable[j];
        if (v->category && t->n == TACIT_BATCH_DIMENSIONS)
            return tacit_fail(b->cx, TACIT_ERR_INPUT, "%s has more than %d dimensions.",
                              b->metadata, TACIT_BATCH_DIMENSIONS);
        if (v->category)
            t->dimension[t->n++] = v;
        else if (v->number && v->kind == TACIT_RDA_PLAIN && t->response == NULL)
            t->response = v;
        else if (v->kind == TACIT_RDA_SHADOW)
            t->shadow = v;
    }
    return t->n > 0 ? TACIT_OK
                    : tacit_fail(b->cx, TACIT_ERR_INPUT,
                                 "%s says of no column that it is a "
                                 "dimension (<RECODEABLE>).",
                                 b->metadata);
}

static tacit_status compose(tacit_batch_reading *b, char **out)
{
    char *stem = NULL, *metadata = NULL, *folder = NULL;
    TACIT_TRY(tacit_scratch_text(b->cx, b->path, &stem));
    TACIT_TRY(tacit_scratch_text(b->cx, b->path, &folder));
    char *slash = strrchr(folder, '/'), *dot = strrchr(stem, '.');
    folder[slash != NULL ? slash + 1 - folder : 0] = '\0';
    *dot = '\0';
    TACIT_TRY(tacit_scratch_format(b->cx, &metadata, "%s.rda", stem));
    b->folder = folder;
    b->metadata = metadata;
    TACIT_TRY(tacit_rda_read(b->cx, metadata, &b->rda));
    TACIT_TRY(tacit_scratch(b->cx, 1, sizeof *b->table, &b->table));
    TACIT_TRY(specify(b));
    return tacit_batch_compose(b, out);
}

tacit_status tacit_batch_of_table(tacit_ctx *cx, const char *path, char **out)
{
    tacit_batch_reading b = { .cx = cx, .path = path, .data = path, .cells = true };
    b.memory = json_array();
    const tacit_status status = b.memory == NULL ? tacit_fail_memory(cx) : compose(&b, out);
    json_decref(b.memory);
    return status;
}
