# Records: what the library says of work that was done, as `tacit ... --json` prints it.

new_record <- function(raw) structure(raw, class = "tacit_record")

# Every result below a part of the record, with the section that it stands in.
results_in <- function(part, when = "") {
  if (!is.list(part)) return(list())
  if (!is.null(part$figures) && !is.null(part$family)) return(list(c(part, list(when = when))))
  names <- names(part)
  found <- lapply(seq_along(part), function(i) {
    results_in(part[[i]], if (nzchar(when) || is.null(names)) when else names[i])
  })
  unlist(found, recursive = FALSE)
}

figure_row <- function(result, figure) {
  value <- figure$value
  data.frame(when = result$when, measure = result$name, name = figure$name, title = figure$title,
             value = if (is.null(value)) NA_real_ else suppressWarnings(as.numeric(value)),
             unit = if (is.null(figure$unit)) "" else figure$unit,
             definition = if (is.null(figure$definition)) "" else figure$definition)
}

none_of_figures <- data.frame(when = character(), measure = character(), name = character(),
                              title = character(), value = numeric(), unit = character(),
                              definition = character())

as.data.frame.tacit_record <- function(x, row.names = NULL, optional = FALSE, ...) {
  rows <- lapply(results_in(unclass(x)), function(r) lapply(r$figures, figure_row, result = r))
  do.call(rbind, c(list(none_of_figures), unlist(rows, recursive = FALSE)))
}

# The figures of a measure by their names, as they are after the work if it changed any.
figures <- function(record, measure) {
  all <- as.data.frame(record)
  all <- all[all$measure == measure, ]
  if (nrow(all) == 0L) refuse("The record has no figures of '", measure, "'; as.data.frame() shows what it has.")
  all <- all[!duplicated(all$name, fromLast = TRUE), ]
  stats::setNames(all$value, all$name)
}

holds <- function(record) if (length(record$requirements)) record$status == 0 else NA

summary.tacit_record <- function(object, ...) as.data.frame(object)

# One figure of each measure: the one it is known by, else its first.
headlines <- function(record) {
  all <- as.data.frame(record)
  if (nrow(all) == 0L) return(all)
  known <- vapply(results_in(unclass(record)), function(r) {
    if (is.null(r$headline)) "" else paste(r$name, r$headline)
  }, "")
  chosen <- paste(all$measure, all$name) %in% known
  first <- !duplicated(all[c("when", "measure")]) & !all$measure %in% sub(" .*", "", known[nzchar(known)])
  all[chosen | first, ]
}

shown_value <- function(value, unit) {
  shares <- unit %in% c("share", "probability")
  ifelse(is.na(value), "-", ifelse(shares, sprintf("%.2f %%", 100 * value), format_number(value)))
}

format_number <- function(x) vapply(x, function(v) format(v, digits = 4L, big.mark = ","), "")

# Figures one below the other, in the width of the console; before and after beside each other.
print_figures <- function(rows) {
  label <- paste0(rows$measure, ": ", rows$title)
  again <- stats::ave(seq_along(label), label, rows$when, FUN = seq_along) # a measure may be there twice
  key <- paste(label, again)
  value <- shown_value(rows$value, rows$unit)
  once <- !duplicated(key)
  of <- function(which) {
    found <- value[which][match(key[once], key[which])]
    ifelse(is.na(found), "", found)
  }
  was <- rows$when == "before"
  columns <- if (any(rows$when == "after")) list(before = of(was), after = of(!was)) else list(value = of(TRUE | was))
  columns <- lapply(names(columns), function(name) format(c(name, columns[[name]]), justify = "right"))
  room <- max(20L, getOption("width") - sum(vapply(columns, function(column) nchar(column[1L]) + 2L, 0)))
  cat(do.call(paste, c(list(format(strtrim(c("", label[once]), room))), columns, sep = "  ")), sep = "\n")
}

print.tacit_record <- function(x, ...) {
  n <- length(x$data$columns)
  if (!is.null(x$data$uri)) cat(x$command, ": ", x$data$rows, " records", if (n) paste0(", ", n, " columns"), "\n", sep = "")
  if (!is.null(x$verdict$headline)) cat(x$verdict$headline, "\n", sep = "")
  rows <- headlines(x)
  if (nrow(rows)) print_figures(rows)
  invisible(x)
}

print.tacit_release <- function(x, ...) {
  NextMethod()
  table <- attr(x, "table")
  if (!is.null(table)) cat("Released: ", frame_rows(table), " records, ", length(table), " columns; protected() gives them.\n", sep = "")
  invisible(x)
}

print.tacit_exploration <- function(x, ...) {
  NextMethod()
  all <- frontier(x)
  best <- if (is.null(all$frontier)) all else all[all$frontier, names(all) != "frontier"]
  if (nrow(best) == 0L) return(invisible(x))
  print(utils::head(best, 12L), digits = 3L, row.names = FALSE)
  if (nrow(best) > 12L) cat("... and ", nrow(best) - 12L, " more; frontier() has all.\n", sep = "")
  invisible(x)
}
