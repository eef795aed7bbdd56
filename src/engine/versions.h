/*
 * versions.h - versions of the libraries that the engines are built on.
 */
#ifndef TACIT_ENGINE_VERSIONS_H
#define TACIT_ENGINE_VERSIONS_H

/* The version of the DuckDB library that is loaded, such as "v1.5.5". */
const char *tacit_engine_duckdb_version(void);

#endif
