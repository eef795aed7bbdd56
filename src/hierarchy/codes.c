/*
 * codes.c - a hierarchy without groups: a value is told, or nothing of it.
 *
 * Level 1 has one label, *, for all values.  It says of numbers that they are codes of categories:
 * local recoding makes ranges of numbers that have no hierarchy, and 3 to 4 means nothing where 3
 * is one kind of roof and 4 another.  Missing cells stay missing.
 *
 * Source: Samarati (2001), Protecting respondents' identities in microdata release, IEEE
 * Trans. Knowl. Data Eng. 13(6): value generalisation hierarchies.
 *
 * O(values).
 */
#include "hierarchy/hierarchy.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

static const char *star(void *user, size_t v)
{
    (void)user;
    (void)v;
    return "*";
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    (void)args;
    return tacit_hierarchy_add_level(cx, h, star, NULL);
}

const tacit_hierarchy_builder tacit_hierarchy_builder_codes = {
    .about = { .name = "codes",
               .title = "Codes without groups",
               .summary = "Tells a value or nothing of it; numbers are codes, not quantities.",
               .source = "Samarati (2001), Protecting respondents' identities in microdata release",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER | TACIT_TYPE_DATE | TACIT_TYPE_CATEGORY,
    .build = build,
};
