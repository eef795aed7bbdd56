/*
 * cells.h - arguments of the parts of a plan that speak of tables, of ready ones, and of the files
 * that tables are written to.
 */
#ifndef TACIT_PLAN_CELLS_H
#define TACIT_PLAN_CELLS_H

#include "base/param.h"

/* What is said of a table that is made. */
extern const tacit_param TACIT_TABLE_PARAMS[];
enum tacit_table_arg {
    TACIT_TABLE_BY,
    TACIT_TABLE_OF,
    TACIT_TABLE_SIZE,
    TACIT_TABLE_HOLDING,
    TACIT_TABLE_COST,
    TACIT_TABLE_LAMBDA,
    TACIT_TABLE_DECIMALS,
    TACIT_TABLE_NEGATIVE,
    TACIT_TABLE_KNOWN,
    TACIT_TABLE_EMPTY,
    TACIT_TABLE_MISSING,
    TACIT_TABLE_HIDE,
    TACIT_TABLE_LEVELS,
    TACIT_TABLE_HISTORY
};

enum tacit_table_negative { TACIT_NEGATIVE_REFUSE, TACIT_NEGATIVE_ABSOLUTE };
enum tacit_table_empty { TACIT_EMPTY_KNOWN, TACIT_EMPTY_OPEN };
enum tacit_table_missing { TACIT_MISSING_CODE, TACIT_MISSING_SAFE, TACIT_MISSING_DROP };

extern const tacit_param TACIT_EQUATION_PARAMS[];
enum tacit_equation_arg { TACIT_EQUATION_TOTAL, TACIT_EQUATION_PARTS };

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
