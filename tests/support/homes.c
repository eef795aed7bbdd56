/*
 * homes.c - making synthetic households from tables.
 */
#include "support/homes.h"

static size_t find(const tacit_table *t, const char *name)
{
    return name != NULL ? tacit_table_find(t, name) : tacit_table_columns(t);
}

homes *start_homes(homes *h, const tacit_table *data, const char *id, const char *relation,
                   const char *age, double bucket)
{
    memset(h, 0, sizeof *h);
    set_synth(start_synthesis(&h->people, data, "cart"), "min_bucket", bucket);
    tacit_synth_spec *s = &h->people.spec;
    const size_t household = find(data, id);
    assert_true(household < s->n);
    for (size_t k = household; k + 1 < s->n; k++) {
        h->people.column[k].at = k + 1;
        h->people.column[k].predictors.n = k;
    }
    s->n--;
    s->rows = 0;
    for (size_t row = 0; row < tacit_table_rows(data); s->rows++)
        row += members_from(data, id, row);
    h->spec = (tacit_household_spec){ .household = household,
                                      .relation = find(data, relation),
                                      .age = find(data, age) };
    return h;
}

tacit_status run_homes(tacit_ctx *cx, homes *h)
{
    h->spec.people = h->people.spec;
    return tacit_synth_households(cx, &h->spec, &h->told, h->people.set);
}

size_t members_from(const tacit_table *t, const char *id, size_t row)
{
    const tacit_column *c = column_of(t, id);
    size_t n = 1;
    char a[32], b[32];
    const char *own = tacit_column_text(c, row, a);
    while (row + n < tacit_table_rows(t) && strcmp(tacit_column_text(c, row + n, b), own) == 0)
        n++;
    return n;
}

double number_at(const tacit_table *t, const char *name, size_t row)
{
    return tacit_column_number(column_of(t, name), row);
}
