# What can be done with a plan.

# A data frame or a path stands for a plan without anything else.
as_plan <- function(x) if (inherits(x, "tacit_plan")) x else tacit_plan(x)

tables_of <- function(plan, more = list()) {
  c(if (is.data.frame(plan$data)) list(data = plan$data), more)
}

tacit_run <- function(task, plan, tables = list(), progress = FALSE) {
  text <- if (is_path(plan)) plan else as.character(as_plan(plan))
  own <- if (inherits(plan, "tacit_plan") || is.data.frame(plan)) tables_of(as_plan(plan)) else list()
  new_record(do_task(task, text, c(own, tables), progress)$record)
}

tacit_inspect <- function(x, progress = FALSE) tacit_run("inspect", as_plan(x), progress = progress)

tacit_measure <- function(x, measures = NULL, progress = FALSE) {
  plan <- as_plan(x)
  if (!is.null(measures)) plan <- with_part(plan, "measures", as.list(measures))
  tacit_run("measure", plan, progress = progress)
}

tacit_explain <- function(plan, progress = FALSE) tacit_run("explain", plan, progress = progress)

tacit_compare <- function(x, protected, ..., progress = FALSE) {
  plan <- as_plan(x)
  inside <- is.data.frame(protected)
  asked <- c(list(protected = if (inside) "memory:protected" else protected), list(...))
  tacit_run("compare", with_part(plan, "compare", asked), if (inside) list(protected = protected), progress)
}

tacit_verify <- function(release, certificate = NULL) {
  asked <- if (!is.null(certificate)) list(verify = list(certificate = certificate))
  new_record(do_task("verify", plan_text(c(list(data = release), asked)))$record)
}

explore <- function(plan, ..., progress = interactive()) {
  plan <- as_plan(plan)
  asked <- list(...)
  if (length(asked)) plan <- with_part(plan, "explore", asked)
  made <- tacit_run("explore", plan, progress = progress)
  structure(made, class = c("tacit_exploration", class(made)), plan = plan)
}

protect <- function(plan, progress = interactive(), task = "protect") {
  check_plan(plan)
  if (!task %in% releasing) refuse("A task that releases is one of ", paste(releasing, collapse = ", "), ".")
  inside <- is.null(plan$parts$output) && is.null(plan$text)
  if (!is.null(plan$text) && is.data.frame(plan$data)) {
    inside <- TRUE
    plan$text <- paste0(plan$text, "output: memory:released\n")
  } else if (inside) {
    plan <- with_part(plan, "output", "memory:released")
  }
  like <- if (is.data.frame(plan$data)) plan$data else data.frame()
  done <- do_task(task, as.character(plan), tables_of(plan), progress, keep = if (inside) like)
  record <- new_record(done$record)
  structure(record, class = c("tacit_release", class(record)), table = done$table)
}

protected <- function(release) {
  table <- attr(release, "table")
  if (is.null(table)) refuse("The release was written to the plan's output; read it there.")
  table
}

ways_of <- function(exploration) {
  for (section in exploration$sections) {
    for (result in section$results) if (!is.null(result$ways)) return(result$ways)
  }
  NULL
}

best <- function(exploration) {
  plan <- attr(exploration, "plan")
  ways <- Filter(function(way) isTRUE(way$best), ways_of(exploration))
  if (length(ways) == 0L) {
    plan$parts$explore <- NULL
    return(plan)
  }
  new_plan(plan$data, list(), ways[[1L]]$text)
}

frontier <- function(exploration) {
  ways <- Filter(function(way) isTRUE(way$tried), ways_of(exploration))
  if (length(ways)) {
    pick <- function(name, none) vapply(ways, function(w) if (is.null(w[[name]])) none else w[[name]], none)
    all <- data.frame(way = pick("way", ""), risk = pick("risk", NA_real_), by = pick("by", ""),
                      loss = pick("loss", NA_real_), frontier = pick("frontier", FALSE), best = pick("best", FALSE))
    return(all[order(all$risk, decreasing = TRUE), ])
  }
  grid <- unlist(lapply(exploration$exploration, `[[`, "grid"), recursive = FALSE)
  grid <- Filter(function(point) isTRUE(point$found), grid)
  data.frame(k = vapply(grid, function(p) as.numeric(p$k), 0),
             suppression = vapply(grid, function(p) as.numeric(p$suppression), 0),
             loss = vapply(grid, function(p) as.numeric(p$loss), 0),
             levels = vapply(grid, function(p) paste(unlist(p$levels), collapse = "-"), ""))
}

# ---- the workbench ----

workbench <- function(plan = NULL, command = "tacit", browse = interactive()) {
  what <- if (inherits(plan, "tacit_plan")) plan$data else plan
  if (!is.null(what) && !is_path(what)) refuse("The workbench works on files; give it the path of data or of a plan.")
  found <- Sys.which(command)
  if (!nzchar(found)) fail(5L, "The command 'tacit' is not installed, or not on the path.")
  told <- tempfile("workbench")
  run <- paste("echo $$; exec", shQuote(found), "serve", if (!is.null(what)) shQuote(what), "--port 0")
  system2("sh", c("-c", shQuote(run)), stdout = told, stderr = told, wait = FALSE)
  opened <- await_workbench(told)
  if (browse) utils::browseURL(opened$address)
  opened
}

await_workbench <- function(told) {
  for (i in 1:100) {
    lines <- if (file.exists(told)) readLines(told, warn = FALSE) else character()
    address <- regmatches(lines, regexpr("http://[^ ]+", lines))
    if (length(address)) break
    Sys.sleep(0.1)
  }
  unlink(told)
  pid <- suppressWarnings(as.integer(lines[1L]))
  if (!length(address)) {
    if (isTRUE(pid > 0L)) tools::pskill(pid)
    fail(5L, paste0("The workbench did not start: ", paste(lines[-1L], collapse = " ")))
  }
  handle <- new.env()
  reg.finalizer(handle, function(e) tools::pskill(pid), onexit = TRUE)
  structure(list(address = address[1L], pid = pid, handle = handle), class = "tacit_workbench")
}

print.tacit_workbench <- function(x, ...) {
  cat("Workbench at ", x$address, "; close() ends it, as does the end of R.\n", sep = "")
  invisible(x)
}

close.tacit_workbench <- function(con, ...) {
  tools::pskill(con$pid)
  invisible(NULL)
}
