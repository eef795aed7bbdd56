/*
 * write.h - the files that protected tables are written to.
 *
 * Everybody may see a CSV or Parquet file, JSON-stat and an intermediate file that withholds what
 * is hidden.  JJ files and intermediate files that show it are listed for the custodian.
 */
#ifndef TACIT_TASK_TABLES_WRITE_H
#define TACIT_TASK_TABLES_WRITE_H

#include "run/work.h"
#include "tabular/cube/tabulation.h"

/* Fail, before anything is read, if a file of the plan cannot be written as it asks for. */
tacit_status tacit_tables_check_files(tacit_ctx *cx, const tacit_work *w);

/* Write the plan's output and its other files. */
tacit_status tacit_tables_write(tacit_ctx *cx, tacit_work *w, const tacit_tabulation *t);

#endif
