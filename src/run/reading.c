/*
 * reading.c - how a released file is to be read.
 */
#include "run/reading.h"

#include "engine/csv_rules.h"

/* The delimiter of text files with this name; NULL if it is the name of another format. */
static const char *delimiter_of(const char *target)
{
    if (tacit_name_ends(target, ".tsv") || tacit_name_ends(target, ".tsv.gz"))
        return "\t";
    return tacit_name_ends(target, ".csv") || tacit_name_ends(target, ".csv.gz") ? "," : NULL;
}

/* The names of columns that are categories. */
static tacit_status text_columns(tacit_ctx *cx, const tacit_table *shape, tacit_value *out)
{
    const char **name = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(shape), sizeof *name, &name));
    for (size_t j = 0; j < tacit_table_columns(shape); j++) {
        const tacit_column *c = tacit_table_column(shape, j);
        if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
            name[n++] = tacit_column_name(c);
    }
    *out = (tacit_value){ .given = n > 0, .n = n, .texts = name };
    return TACIT_OK;
}

tacit_status tacit_reading_of(tacit_ctx *cx, const char *target, const tacit_table *shape,
                              tacit_args *out)
{
    static const char *const empty[] = { "" };
    const char *delimiter = delimiter_of(target);
    tacit_value *at = NULL;
    TACIT_TRY(tacit_scratch(cx, TACIT_SOURCE_ARGS, sizeof *at, &at));
    tacit_args_preset(TACIT_SOURCE_PARAMS, at, out);
    if (delimiter == NULL)
        return TACIT_OK;
    at[TACIT_SOURCE_DELIMITER] = (tacit_value){ .given = true, .text = delimiter };
    at[TACIT_SOURCE_MISSING] = (tacit_value){ .given = true, .n = 1, .texts = empty };
    return text_columns(cx, shape, &at[TACIT_SOURCE_TEXT]);
}
