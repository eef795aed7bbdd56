/*
 * random.c - sensitivities from a public sample, for random differential privacy.
 *
 * Each part whose sensitivity is sampled may be wrong about a person with an equal share of gamma,
 * so that all together are with gamma at most.  Records of the sample that do not count for a
 * question move it by nothing.  The data itself is not looked at.  O(sample * parts).
 */
#include "base/sort.h"
#include "privacy/statistic/random.h"
#include "task/release/own.h"

static size_t count_parts(const tacit_private_release *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->inquiry.n; i++)
        for (size_t k = 0; k < r->inquiry.question[i].n_parts; k++)
            n += tacit_part_is_sampled(&r->inquiry.question[i].part[k]);
    return n;
}

bool tacit_release_order(tacit_private_release *r, uint64_t records)
{
    const tacit_args *args = &r->w->ask->args;
    const size_t parts = count_parts(r);
    const double gamma = tacit_arg_real(args, TACIT_RELEASE_GAMMA);
    if (parts == 0 || tacit_arg_given(args, TACIT_RELEASE_PERSON))
        return false;
    const tacit_sampled_order order = tacit_sampled_order_of(gamma / (double)parts, records);
    r->random = (tacit_release_random){ gamma, records, order.k, order.least, parts };
    return records > 0 && order.k <= records;
}

/* Fail unless what is asked has a sensitivity that can be sampled. */
static tacit_status check_asked(tacit_ctx *cx, const tacit_private_release *r)
{
    if (count_parts(r) > 0 && !tacit_arg_given(&r->w->ask->args, TACIT_RELEASE_PERSON))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s: 'gamma' is for sums and what is made of them, of data in which each "
                      "record is a person; leave it out.",
                      r->w->plan->file);
}

/* The sensitivity of a part: that of the k-th of the records that are placed. */
static tacit_status sample_part(tacit_ctx *cx, const tacit_private_release *r, size_t question,
                                tacit_part *part)
{
    const size_t mark = tacit_scratch_mark(cx), n = r->rows.n;
    const tacit_question *q = &r->inquiry.question[question];
    int64_t x[TACIT_RELEASE_MOST_OF];
    tacit_i128 *cell = NULL;
    tacit_keyed *moved = NULL;
    TACIT_TRY(tacit_scratch(cx, q->width, sizeof *cell, &cell));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *moved, &moved));
    for (size_t i = 0; i < n; i++)
        moved[i].key =
            tacit_release_see(r, question, i, x) ? tacit_part_moved_by(q, part, x, cell) : 0;
    TACIT_TRY(tacit_sort_keyed(cx, moved, n));
    const uint64_t k = moved[r->random.order - 1].key;
    part->sensitivity = k > 1 ? k : 1;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status sample_all(tacit_ctx *cx, tacit_private_release *r, const tacit_table *sample)
{
    if (!tacit_release_order(r, tacit_table_rows(sample)))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: the public sample has %zu records, but for a gamma of %g it takes "
                          "%llu.",
                          r->w->plan->file, tacit_table_rows(sample), r->random.gamma,
                          (unsigned long long)r->random.least);
    TACIT_TRY(tacit_release_place(cx, r, sample));
    for (size_t i = 0; i < r->inquiry.n; i++)
        for (size_t k = 0; k < r->inquiry.question[i].n_parts; k++)
            if (tacit_part_is_sampled(&r->inquiry.question[i].part[k]))
                TACIT_TRY(sample_part(cx, r, i, &r->inquiry.question[i].part[k]));
    return TACIT_OK;
}

/* The columns of the domains in the sample. */
static tacit_status load(tacit_ctx *cx, const tacit_private_release *r, const char *path,
                         tacit_table **out)
{
    const tacit_source source = { .uri = path };
    tacit_data *data = NULL;
    size_t *columns = NULL;
    TACIT_TRY(tacit_scratch(cx, r->n_domains, sizeof *columns, &columns));
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    tacit_status status = TACIT_OK;
    for (size_t d = 0; status == TACIT_OK && d < r->n_domains; d++) {
        columns[d] = tacit_data_find(data, r->domain[d].column);
        if (columns[d] == data->schema.n)
            status = tacit_fail(cx, TACIT_ERR_INPUT, "%s: the public sample has no column '%s'.",
                                path, r->domain[d].column);
    }
    const tacit_select all = { .n = r->n_domains, .at = columns };
    if (status == TACIT_OK)
        status = tacit_data_load(cx, data, &all, out);
    tacit_data_close(data);
    return status;
}

tacit_status tacit_release_sample(tacit_ctx *cx, tacit_private_release *r)
{
    const tacit_args *args = &r->w->ask->args;
    const char *path = tacit_arg_text(args, TACIT_RELEASE_PUBLIC);
    tacit_table *sample = NULL;
    if ((path != NULL) != tacit_arg_given(args, TACIT_RELEASE_GAMMA))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: random differential privacy needs both 'gamma' and 'public', a "
                          "public sample of the population; the stronger promise needs neither.",
                          r->w->plan->file);
    if (path == NULL)
        return TACIT_OK;
    TACIT_TRY(check_asked(cx, r));
    TACIT_TRY(load(cx, r, path, &sample));
    const tacit_status status = sample_all(cx, r, sample);
    tacit_table_free(sample);
    return status;
}
