# Pictures of records, by base graphics: figures before and after, and maps of ways.

# Of each measure before and after the one figure that it is known by, if that is a share or has one beside it.
shares_of <- function(record) {
  rows <- lapply(results_in(unclass(record)), function(r) {
    named <- stats::setNames(r$figures, vapply(r$figures, function(f) f$name, ""))
    known <- if (is.null(r$headline)) names(named)[1L] else r$headline
    for (f in named[intersect(c(paste0(known, "_share"), known), names(named))]) {
      if (r$when %in% c("before", "after") && isTRUE(f$unit %in% c("share", "probability")) && !is.null(f$value)) {
        return(data.frame(when = r$when, label = paste0(r$title, ": ", f$title), value = as.numeric(f$value)))
      }
    }
  })
  do.call(rbind, rows)
}

plot.tacit_record <- function(x, ...) {
  rows <- shares_of(x)
  if (is.null(rows)) return(plot_first_chart(x, ...))
  labels <- rev(unique(rows$label)) # the first one stands at the top
  values <- matrix(NA_real_, 2L, length(labels), dimnames = list(c("after", "before"), labels))
  values[cbind(rows$when, rows$label)] <- rows$value
  width <- max(graphics::strwidth(labels, "inches", cex = 0.8)) + 0.3
  before <- graphics::par(mai = c(0.8, min(width, graphics::par("din")[1L] / 2), 0.9, 0.3), las = 1)
  on.exit(graphics::par(before))
  graphics::barplot(values, beside = TRUE, horiz = TRUE, xlim = c(0, 1), cex.names = 0.8,
                    col = c("#1b6ca8", "#b9c2cc"), border = NA, xlab = "share", ...)
  graphics::title("Before and after", line = 2.8)
  graphics::legend(0.5, graphics::par("usr")[4L], c("before", "after"), fill = c("#b9c2cc", "#1b6ca8"), border = NA,
                   bty = "n", horiz = TRUE, xjust = 0.5, yjust = 0, xpd = TRUE)
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

# Points stand alone, but for those of the frontier, which are joined as all of lines are.
draw_points <- function(chart, ...) {
  xs <- lapply(chart$series, function(s) numbers(if (length(s$x)) s$x else seq_along(s$values)))
  ys <- lapply(chart$series, function(s) numbers(s$values))
  names <- vapply(chart$series, function(s) s$name, "")
  line <- match("frontier", names)
  best <- match("best", names)
  if (!is.na(line) && !is.na(best)) { # the best way lies on the frontier
    xs[[line]] <- c(xs[[line]], xs[[best]])
    ys[[line]] <- c(ys[[line]], ys[[best]])
  }
  graphics::plot(range(unlist(xs), na.rm = TRUE), range(unlist(ys), na.rm = TRUE), type = "n",
                 xlab = chart$x$title, ylab = chart$y$title, main = chart$title, ...)
  colours <- rep_len(c("#1b6ca8", "#8a939e", "#c2571a", "#2f7d4f", "#7a4fa3", "#a03050", "#1b2430"), length(xs))
  sizes <- ifelse(names %in% c("best", "the plan"), 1.8, 0.8)
  shapes <- rep_len(c(16, 1, 15, 17, 18, 4, 8), length(xs))
  for (i in seq_along(xs)) {
    order <- order(xs[[i]])
    joined <- chart$kind == "lines" || names[i] == "frontier"
    graphics::lines(xs[[i]][order], ys[[i]][order], type = if (joined) "o" else "p", pch = shapes[i], col = colours[i],
                    cex = sizes[i])
  }
  graphics::legend("topright", names, pch = shapes, col = colours, bty = "n", cex = 0.8)
}
