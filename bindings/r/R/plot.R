# Pictures of records, by base graphics: figures before and after, and maps of ways.

plot.tacit_record <- function(x, ...) {
  rows <- headlines(x)
  rows <- rows[rows$unit %in% c("share", "probability") & rows$when %in% c("before", "after") & !is.na(rows$value), ]
  if (nrow(rows) == 0L) return(plot_first_chart(x, ...))
  labels <- unique(paste0(rows$measure, ": ", rows$title))
  values <- matrix(NA_real_, 2L, length(labels), dimnames = list(c("after", "before"), labels))
  values[cbind(rows$when, paste0(rows$measure, ": ", rows$title))] <- rows$value
  before <- graphics::par(mar = c(4, 16, 3, 1), las = 1)
  on.exit(graphics::par(before))
  graphics::barplot(values, beside = TRUE, horiz = TRUE, xlim = c(0, 1), cex.names = 0.7,
                    col = c("#1b6ca8", "#d9d9d9"), border = NA, xlab = "share", legend.text = TRUE,
                    args.legend = list(x = "topright", bty = "n"), main = "Before and after", ...)
  invisible(x)
}

plot.tacit_exploration <- function(x, ...) plot_first_chart(x, ...)

charts_of <- function(record) unlist(lapply(results_in(unclass(record)), `[[`, "charts"), recursive = FALSE)

plot_first_chart <- function(record, ...) {
  charts <- charts_of(record)
  kinds <- vapply(charts, function(chart) chart$kind, "")
  at <- which(kinds %in% c("points", "lines", "bars"))
  if (length(at) == 0L) refuse("The record has no figures that can be drawn.")
  chart <- charts[[at[1L]]]
  if (chart$kind == "bars") draw_bars(chart, ...) else draw_points(chart, ...)
  invisible(record)
}

numbers <- function(values) vapply(values, function(v) if (is.null(v)) NA_real_ else as.numeric(v), 0)

draw_bars <- function(chart, ...) {
  values <- do.call(rbind, lapply(chart$series, function(s) numbers(s$values)))
  graphics::barplot(values, beside = TRUE, names.arg = unlist(chart$x$labels), main = chart$title,
                    xlab = chart$x$title, ylab = chart$y$title, border = NA, las = 2, cex.names = 0.7, ...)
}

draw_points <- function(chart, ...) {
  xs <- lapply(chart$series, function(s) numbers(if (length(s$x)) s$x else seq_along(s$values)))
  ys <- lapply(chart$series, function(s) numbers(s$values))
  graphics::plot(range(unlist(xs), na.rm = TRUE), range(unlist(ys), na.rm = TRUE), type = "n",
                 xlab = chart$x$title, ylab = chart$y$title, main = chart$title, ...)
  colours <- grDevices::hcl.colors(max(2L, length(xs)), "Dark 3")
  for (i in seq_along(xs)) graphics::lines(xs[[i]], ys[[i]], type = "b", pch = i, col = colours[i])
  graphics::legend("topright", vapply(chart$series, function(s) s$name, ""), pch = seq_along(xs),
                   col = colours[seq_along(xs)], bty = "n", cex = 0.8)
}
