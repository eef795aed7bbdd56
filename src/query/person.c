/*
 * person.c - what of a person counts.  O(records) and a sort for the order; O(groups) a choice.
 */
#include "query/person.h"

#include "privacy/sample/draw.h"

tacit_status tacit_person_choice_new(tacit_ctx *cx, uint64_t groups, uint64_t records,
                                     tacit_person_choice *out)
{
    TACIT_ASSERT(groups > 0 && records > 0);
    *out = (tacit_person_choice){ .groups = groups, .records = records };
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *out->group, &out->group));
    return tacit_scratch(cx, groups, sizeof *out->taken, &out->taken);
}

tacit_status tacit_person_order(tacit_ctx *cx, const uint32_t *person, size_t n,
                                tacit_keystream *stream, tacit_keyed **out)
{
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (size_t i = 0; i < n; i++) {
        const size_t j = (size_t)tacit_draw_below(stream, i + 1);
        (*out)[i] = (*out)[j];
        (*out)[j] = (tacit_keyed){ .key = person[i], .row = i };
    }
    return tacit_sort_keyed(cx, *out, n);
}
