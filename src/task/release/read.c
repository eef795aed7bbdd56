/*
 * read.c - the cells of all questions, added up over the records of the plan's data.
 *
 * Without a column of persons each record is a person, and the engine adds up where the data is
 * (fold.c), or counts combinations on a server, or the data passes by in chunks; else the records
 * of a person have to be together, and the columns are loaded.  O(records * questions).
 */
#include "task/release/own.h"

#include "engine/grouped.h"
#include "engine/tally/tally.h"

/* ---- cells ---- */

tacit_status tacit_release_make_room(tacit_ctx *cx, tacit_private_release *r)
{
    for (size_t i = 0; i < r->inquiry.n; i++) {
        const tacit_release_groups *g = &r->grouping[r->grouping_of[i]];
        const size_t width = r->inquiry.question[i].width,
                     need = g->selection == NULL ? g->n_groups : g->room;
        if (need <= r->room[i])
            continue;
        TACIT_TRY(tacit_release_widen(cx, r->room[i] * width, need * width, sizeof **r->cell,
                                      &r->cell[i]));
        r->room[i] = need;
    }
    return TACIT_OK;
}

/* How many persons there are in groups that are found, where each record is one. */
static void count_persons(const tacit_private_release *r)
{
    for (size_t g = 0; g < r->n_groupings; g++)
        for (size_t row = 0; r->grouping[g].selection != NULL && row < r->rows.n; row++)
            if (r->rows.group[g][row] != TACIT_RELEASE_NONE)
                r->grouping[g].persons[r->rows.group[g][row]]++;
}

static void add_rows(const tacit_private_release *r, size_t i)
{
    const tacit_question *q = &r->inquiry.question[i];
    const int64_t *group = r->rows.group[r->grouping_of[i]];
    int64_t x[TACIT_RELEASE_MOST_OF];
    for (size_t row = 0; row < r->rows.n; row++)
        if (group[row] != TACIT_RELEASE_NONE && tacit_release_see(r, i, row, x))
            q->statistic->add(q, x, r->cell[i] + (size_t)group[row] * q->width);
}

/* ---- the data ---- */

/* Reading on its way. */
typedef struct reading {
    tacit_private_release *r;
    tacit_keystream *stream;
    bool persons; /* a column after those of the domains tells whose a record is */
    uint64_t done;
} reading;

static tacit_status take(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    reading *reads = user;
    tacit_private_release *r = reads->r;
    TACIT_TRY(tacit_release_place(cx, r, chunk));
    TACIT_TRY(tacit_release_make_room(cx, r));
    if (reads->persons)
        TACIT_TRY(
            tacit_release_bound(cx, r, tacit_table_column(chunk, r->n_domains), reads->stream));
    else
        count_persons(r);
    for (size_t i = 0; i < r->inquiry.n; i++)
        add_rows(r, i);
    reads->done += r->rows.n;
    return tacit_tick(cx, reads->done, 0);
}

static tacit_status take_loaded(tacit_ctx *cx, reading *reads, tacit_data *data,
                                const tacit_select *columns)
{
    tacit_table *all = NULL;
    TACIT_TRY(tacit_data_load(cx, data, columns, &all));
    const tacit_status status = take(cx, reads, all);
    tacit_table_free(all);
    return status;
}

/* The columns of the domains, and that of the persons; where neither is asked for any one, since
 * records are counted all the same. */
static tacit_status find_columns(tacit_ctx *cx, const tacit_private_release *r,
                                 const tacit_data *data, const char *person, tacit_select *out)
{
    size_t *columns = NULL;
    TACIT_TRY(tacit_scratch(cx, r->n_domains + 1, sizeof *columns, &columns));
    for (size_t d = 0; d < r->n_domains; d++)
        columns[d] = tacit_data_find(data, r->domain[d].column);
    if (person != NULL)
        columns[r->n_domains] = tacit_data_find(data, person);
    const bool more = person != NULL || r->n_domains == 0;
    *out = (tacit_select){ .n = r->n_domains + more, .at = columns };
    return TACIT_OK;
}

/* Count the combinations of the columns where they are, if that is a server and they are much fewer
 * than its records; what a question goes by are these and their counts. */
static tacit_status take_counted(tacit_ctx *cx, reading *reads, tacit_data *data,
                                 const tacit_select *columns, bool *done)
{
    enum { FEWER = 4 };
    const tacit_select used = { .n = reads->r->n_domains, .at = columns->at };
    tacit_table *counted = NULL;
    tacit_tallied tally;
    if (!tacit_tally_can(data))
        return TACIT_OK;
    TACIT_TRY(tacit_tally_of(cx, data, &used, &tally));
    if (FEWER * tacit_tally_classes(&tally) > tacit_tally_rows(&tally))
        return TACIT_OK;
    TACIT_TRY(data->engine->group(cx, data, &used, data->schema.n, &counted));
    *done = true;
    const tacit_status status = tacit_grouped_rows(cx, counted, &(tacit_sink){ take, reads });
    tacit_table_free(counted);
    return status;
}

tacit_status tacit_release_read(tacit_ctx *cx, tacit_private_release *r, tacit_keystream *stream)
{
    const char *person = tacit_arg_text(&r->w->ask->args, TACIT_RELEASE_PERSON);
    reading reads = { .r = r, .stream = stream, .persons = person != NULL };
    const tacit_sink sink = { .take = take, .user = &reads };
    tacit_select columns = { 0 };
    tacit_data *data = NULL;
    TACIT_TRY(tacit_release_make_room(cx, r)); /* also if there are no records */
    TACIT_TRY(tacit_work_open(cx, r->w, &data));
    tacit_stage(cx, "Adding up");
    bool done = false;
    tacit_status status = find_columns(cx, r, data, person, &columns);
    if (status == TACIT_OK && person == NULL)
        status = tacit_release_fold(cx, r, data, &done);
    if (status == TACIT_OK && person == NULL && !done)
        status = take_counted(cx, &reads, data, &columns, &done);
    if (status == TACIT_OK && !done)
        status = person != NULL ? take_loaded(cx, &reads, data, &columns)
                                : data->engine->scan(cx, data, &columns, &sink);
    tacit_data_close(data);
    return status;
}
