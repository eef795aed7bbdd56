# What comes out if nothing is masked.
same <- function(data, ...) {
  plan <- step_reorder(tacit_plan(data, ...), keep = TRUE)
  protected(suppressWarnings(protect(plan, progress = FALSE), classes = "tacit_warning"))
}

people <- data.frame(age = 20L + (0:399) %% 40L, sex = c("f", "m")[1 + (0:399) %% 2],
                     pay = replace(1000.5 + 0:399, (0:399) %% 50 == 7, NA))

# The file of the project, or skip where only the package is there.
project <- function(...) {
  root <- Sys.getenv("TACIT_SOURCE_DIR")
  if (!nzchar(root)) skip("the project is not there")
  file.path(root, ...)
}

command <- function() {
  path <- Sys.getenv("TACIT")
  if (!nzchar(path)) skip("the command is not there")
  path
}

# What haven makes of a labelled column, also where it is not installed.
labelled <- function(x, labels = NULL, label = NULL, ..., spss = FALSE) {
  class <- c(if (spss) "haven_labelled_spss", "haven_labelled", "vctrs_vctr", typeof(x))
  structure(x, labels = labels, label = label, ..., class = class)
}

# A missing value with a letter, as haven's tagged_na() makes it.
tagged <- function(letter) readBin(as.raw(c(0xa2, 0x07, 0, 0, as.integer(charToRaw(letter)), 0, 0xf0, 0x7f)), "double", 1)
