/*
 * rule.h - what makes a cell sensitive, and how far its value must be hidden.
 *
 * Each rule lives in one file that defines one constant, and is listed by one line in rules.def.
 * A rule looks at the contributions to one cell (cube/tally.h) and says whether they could be
 * told from its value, and if so between which levels the value must seem possible.
 *
 * Contributors are holdings, or records: rules for which that matters end their parameters with
 * TACIT_RULE_LEVEL.
 */
#ifndef TACIT_TABULAR_RULE_RULE_H
#define TACIT_TABULAR_RULE_RULE_H

#include "base/catalog.h"
#include "tabular/cube/tally.h"

/* A cell as a rule sees it. */
typedef struct tacit_rule_cell {
    const tacit_cell_tally *tally;
    bool counts;            /* the table publishes the number of contributors, not a sum */
    double value;           /* that is published */
    tacit_contributors who; /* at the rule's level */
} tacit_rule_cell;

/* How far below and above its value a cell must seem possible. */
typedef struct tacit_levels {
    double lower, upper;
} tacit_levels;

typedef struct tacit_rule {
    tacit_entry about;
    /* Whether the cell is sensitive, and then its levels. */
    bool (*judge)(const tacit_args *args, const tacit_rule_cell *cell, tacit_levels *levels);
    /* How many of the largest units it looks at; NULL: none. */
    double (*looks_at)(const tacit_args *args);
} tacit_rule;

extern const char *const TACIT_RULE_LEVELS[];

/* Who the contributors are; must be called `level`. */
#define TACIT_RULE_LEVEL                                                                           \
    {                                                                                              \
        .name = "level", .type = TACIT_PARAM_CHOICE, .choices = TACIT_RULE_LEVELS,                 \
        .help = "who counts as one contributor: a holding, where tables name a column of them, "   \
                "or a record"                                                                      \
    }

/* Whether the rule with these arguments looks at records although they belong to holdings. */
bool tacit_rule_is_on_records(const tacit_args *args);

#define TACIT_RULE(id) extern const tacit_rule tacit_rule_##id;
#include "tabular/rule/rules.def"
#undef TACIT_RULE

extern const tacit_catalog tacit_rule_catalog;

#endif
