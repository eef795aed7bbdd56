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

/* How far below and above its value a cell must seem possible, and how far the ends must be
 * apart; what is 0 is not asked for. */
typedef struct tacit_levels {
    double lower, upper, sliding;
} tacit_levels;

/* Which tables a rule looks at; bits. */
enum tacit_rule_use { TACIT_RULE_COUNTS = 1, TACIT_RULE_SUMS = 2 };

typedef struct tacit_rule {
    tacit_entry about;
    unsigned use; /* bits of tacit_rule_use */
    /* Whether the cell is sensitive, and then its levels; NULL: single cells never are. */
    bool (*judge)(const tacit_args *args, const tacit_rule_cell *cell, tacit_levels *levels);
    /* Whether what is left of a total without one of its parts is sensitive, and then the levels
     * of that difference; NULL: never. */
    bool (*compare)(const tacit_args *args, double total, double part, tacit_levels *levels);
    /* How many of the largest units it looks at; NULL: none. */
    double (*looks_at)(const tacit_args *args);
    /* By how much readers are wrong about any value beforehand, at least, in a table of counts or
     * of sums; NULL: nothing is said. */
    double (*doubt)(const tacit_args *args, bool counts);
    /* Whether readers do not know which cells are without records. */
    bool (*opens)(const tacit_args *args);
} tacit_rule;

extern const char *const TACIT_RULE_LEVELS[];

/* Who the contributors are; must be called `level`. */
#define TACIT_RULE_LEVEL                                                                           \
    {                                                                                              \
        .name = "level", .type = TACIT_PARAM_CHOICE, .choices = TACIT_RULE_LEVELS,                 \
        .help = "who counts as one contributor: a holding, where tables name a column of them, "   \
                "or a record"                                                                      \
    }

/* Shares are compared up to this factor, so that a cell which is just at a limit does not become
 * sensitive by the rounding of sums. */
#define TACIT_RULE_ONE (1 + 1e-12)

/* Whether the rule with these arguments looks at holdings, where records belong to some. */
bool tacit_rule_is_on_holdings(const tacit_args *args);

#define TACIT_RULE(id) extern const tacit_rule tacit_rule_##id;
#include "tabular/rule/rules.def"
#undef TACIT_RULE

extern const tacit_catalog tacit_rule_catalog;

#endif
