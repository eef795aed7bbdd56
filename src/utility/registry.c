/*
 * registry.c - the catalog of utility measures, and the one way to run them.
 */
#include "utility/utility.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_UTILITY(id) &tacit_utility_##id.about,
#include "utility/utilities.def"
#undef TACIT_UTILITY
};

const tacit_catalog tacit_utility_catalog = {
    .family = "utility",
    .title = "Utility measures",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_utility *tacit_utility_find(const char *name)
{
    return tacit_catalog_get(&tacit_utility_catalog, name);
}

/* Whether both tables have a column with `role`. */
static bool share_role(const tacit_pair *pair, unsigned role)
{
    const tacit_table *a = pair->original, *b = pair->masked;
    for (size_t j = 0; j < tacit_table_columns(a); j++)
        if ((tacit_table_roles(a, j) & role) != 0 &&
            tacit_table_find(b, tacit_column_name(tacit_table_column(a, j))) <
                tacit_table_columns(b))
            return true;
    return false;
}

tacit_status tacit_pair_check(tacit_ctx *cx, const tacit_pair *pair, const char *who,
                              unsigned needs)
{
    const size_t before = tacit_table_rows(pair->original), after = tacit_table_rows(pair->masked);
    if ((needs & TACIT_PAIR_ROWS) != 0 && (pair->independent || before != after))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "'%s' compares row by row, but the rows (%zu and %zu) do not correspond; "
                          "align them by a column that both files have.",
                          who, before, after);
    if ((needs & TACIT_PAIR_KEYS) != 0 && !share_role(pair, TACIT_ROLE_KEY))
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "'%s' needs key columns that both files have; say which columns are keys.", who);
    if ((needs & TACIT_PAIR_SENSITIVE) != 0 && !share_role(pair, TACIT_ROLE_SENSITIVE))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs a sensitive column that both files have; say which one.",
                          who);
    return TACIT_OK;
}

tacit_status tacit_utility_run(tacit_ctx *cx, const tacit_utility *u, const tacit_pair *pair,
                               const tacit_args *args, tacit_result **out)
{
    tacit_result *result = NULL;
    TACIT_TRY(tacit_args_check(cx, u->about.name, args));
    TACIT_TRY(tacit_pair_check(cx, pair, u->about.name, u->needs));
    TACIT_TRY(tacit_result_new(cx, "utility", &u->about, args, &result));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = u->measure(cx, pair, args, result);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        *out = result;
    else
        json_decref(result);
    return status;
}
