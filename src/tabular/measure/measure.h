/*
 * measure.h - measures of protected tables: what the protection cost, and what risk is left.
 *
 * Each lives in one file that defines one constant, and is listed by one line in utilities.def or
 * risks.def.  Contract for `run`: read the subject, add figures and tables to `result`; take
 * temporary memory from tacit_scratch() only.
 *
 * Loss and risk of tables are those of Hundepool et al. (2012), chapter 4: suppressions are counted
 * or their values pooled, changes are summed up as distances, both weighted by the costs of cells
 * if not all are of the same importance; a table is safe if what readers can compute of every
 * sensitive cell, its feasibility interval, contains its protection interval.
 *
 * Measures compare with the true values, and are for the custodian.
 */
#ifndef TACIT_TABULAR_MEASURE_MEASURE_H
#define TACIT_TABULAR_MEASURE_MEASURE_H

#include "base/result.h"
#include "tabular/cube/tabulation.h"

/* What a table has to lose: the cells that would be published if nothing were protected. */
typedef struct tacit_table_stock {
    size_t cells;
    double cost; /* of them together */
} tacit_table_stock;

/* Tables as they would be published, with what there was before their protection.  Everything is
 * borrowed. */
typedef struct tacit_table_subject {
    const tacit_tabulation *tables;
    tacit_table_stock before;
} tacit_table_subject;

typedef struct tacit_table_measure {
    tacit_entry about;
    bool risk; /* of the family of risks, else of utilities */
    tacit_status (*run)(tacit_ctx *cx, const tacit_table_subject *subject, const tacit_args *args,
                        tacit_result *result);
} tacit_table_measure;

#define TACIT_TABLE_UTILITY(id) extern const tacit_table_measure tacit_table_utility_##id;
#include "tabular/measure/utilities.def"
#undef TACIT_TABLE_UTILITY

#define TACIT_TABLE_RISK(id) extern const tacit_table_measure tacit_table_risk_##id;
#include "tabular/measure/risks.def"
#undef TACIT_TABLE_RISK

extern const tacit_catalog tacit_table_utility_catalog, tacit_table_risk_catalog;

/* Whether cell `i` of the system is one that tables publish unless it is protected: differences
 * between cells, and what is not published anyhow, are not. */
bool tacit_table_publishes(const tacit_tabulation *t, size_t i);

/* What tables have to lose, before they are protected. */
tacit_table_stock tacit_table_stock_of(const tacit_tabulation *t);

/* Measure, and set `*out` to a result that the caller owns. */
tacit_status tacit_table_measure_run(tacit_ctx *cx, const tacit_table_measure *m,
                                     const tacit_table_subject *subject, const tacit_args *args,
                                     tacit_result **out);

#endif
