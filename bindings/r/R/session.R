# Work by the library: a session, tables in, the one call, tables out.

releasing <- c("protect", "synth", "tables", "release")

threads_now <- function() {
  given <- getOption("tacit.threads", Sys.getenv("OMP_THREAD_LIMIT"))
  if (nzchar(Sys.getenv("_R_CHECK_LIMIT_CORES_"))) given <- 2L
  given <- suppressWarnings(as.integer(given))
  if (length(given) != 1L || is.na(given)) 0L else given
}

# How progress is shown: a function of stage, done and total.
progress_with <- function(progress) {
  if (is.function(progress)) return(progress)
  if (!isTRUE(progress)) return(NULL)
  function(stage, done, total) {
    share <- if (total > 0) sprintf("%3.0f %%", 100 * done / total) else ""
    cat(sprintf("\r%-40s %s", stage, share), file = stderr())
  }
}

# Wait for the work under way; Ctrl-C, or an error of `progress`, stops it.
await <- function(session, progress) {
  on.exit(.Call(call_stop, session))
  repeat {
    told <- .Call(call_wait, session, 0.05)
    if (told$ended) break
    if (!is.null(progress) && nzchar(told$stage)) progress(told$stage, told$done, told$total)
  }
  told
}

put_table <- function(session, name, table, progress) {
  if (!is.data.frame(table)) refuse("A table in memory is a data frame, not of class '", class(table)[1L], "'.")
  columns <- columns_in(table)
  .Call(call_put, session, name, columns, as.double(frame_rows(table)))
  told <- await(session, NULL)
  if (!is.null(told$changed)) {
    fail(4L, paste0("Column '", told$changed, "' of the data changed while it was read."))
  }
  if (told$ending != 0L) fail(told$ending, told$message)
}

parse_record <- function(text) {
  if (is.null(text)) NULL else jsonlite::fromJSON(text, simplifyVector = FALSE, bigint_as_char = TRUE)
}

# Do `task` as the text of a plan says; gives the record, and the released table if it is kept.
do_task <- function(task, text, tables = list(), progress = NULL, options = NULL, keep = NULL) {
  session <- .Call(call_open, threads_now())
  on.exit(.Call(call_close, session))
  progress <- progress_with(progress)
  for (name in names(tables)) put_table(session, name, tables[[name]], progress)
  .Call(call_run, session, task, text, if (!is.null(options)) json_text(options))
  told <- await(session, progress)
  record <- parse_record(told$record)
  if (!told$ending %in% c(0L, 3L)) {
    if (told$ending == 1L && !nzchar(told$message)) told$message <- "The work was cancelled."
    fail(told$ending, told$message, record)
  }
  if (told$ending == 3L && task %in% releasing) fail(3L, record$verdict$headline, record)
  warn_of(record)
  table <- NULL
  if (!is.null(keep)) {
    wide <- names(keep)[vapply(keep, inherits, NA, "integer64")]
    table <- frame_out(.Call(call_get, session, "released", wide), keep)
  }
  list(record = record, table = table)
}

tacit_version <- function() .Call(call_version)

tacit_catalog <- function() {
  families <- parse_record(.Call(call_describe))$families
  rows <- lapply(families, function(family) lapply(family$entries, function(entry) {
    data.frame(family = family$family, name = entry$name, title = entry$title, summary = entry$summary, source = entry$source)
  }))
  do.call(rbind, unlist(rows, recursive = FALSE))
}
