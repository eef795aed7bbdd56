/*
 * cells.h - arguments of the parts of a plan that speak of ready tables, and of the files that
 * tables are written to.
 */
#ifndef TACIT_PLAN_CELLS_H
#define TACIT_PLAN_CELLS_H

#include "base/param.h"

/* What the columns say if the rows of the data are cells of ready tables. */
extern const tacit_param TACIT_CELLS_PARAMS[];
enum tacit_cells_arg {
    TACIT_CELLS_VALUE,
    TACIT_CELLS_FREQUENCY,
    TACIT_CELLS_LARGEST,
    TACIT_CELLS_STATUS,
    TACIT_CELLS_LOWER,
    TACIT_CELLS_UPPER,
    TACIT_CELLS_COST,
    TACIT_CELLS_SIZE,
    TACIT_CELLS_TOTAL,
    TACIT_CELLS_TOTAL_OF,
    TACIT_CELLS_BESIDE,
    TACIT_CELLS_TOTALS,
    TACIT_CELLS_MARGIN,
    TACIT_CELLS_LETTERS,
    TACIT_CELLS_LAYOUT,
    TACIT_CELLS_MARKS
};
enum tacit_cells_totals { TACIT_TOTALS_CHECKED, TACIT_TOTALS_COMPUTED };
enum tacit_cells_layout { TACIT_CELLS_LONG, TACIT_CELLS_CROSS };

/* A file that tables are written to, and how. */
extern const tacit_param TACIT_WRITE_PARAMS[];
enum tacit_write_arg {
    TACIT_WRITE_PATH,
    TACIT_WRITE_TABLE,
    TACIT_WRITE_LAYOUT,
    TACIT_WRITE_FORMAT,
    TACIT_WRITE_HIDDEN,
    TACIT_WRITE_DELIMITER,
    TACIT_WRITE_DECIMAL,
    TACIT_WRITE_HEADER,
    TACIT_WRITE_ENCODING,
    TACIT_WRITE_QUOTE,
    TACIT_WRITE_LINE_END
};
enum tacit_write_line_end { TACIT_LINE_LF, TACIT_LINE_CRLF };
enum tacit_write_format {
    TACIT_FORMAT_OF_ENDING,
    TACIT_FORMAT_CSV,
    TACIT_FORMAT_PARQUET,
    TACIT_FORMAT_JSON_STAT,
    TACIT_FORMAT_INTERMEDIATE,
    TACIT_FORMAT_JJ
};
enum tacit_write_hidden { TACIT_HIDDEN_WITHHELD, TACIT_HIDDEN_SHOWN };

#endif
