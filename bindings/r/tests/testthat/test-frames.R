random_frame <- function() {
  n <- sample(c(1, 2, 7, 8, 9, 63, 64, 65), 1)
  draw <- list(
    i = function() sample(c(0L, -1L, .Machine$integer.max, -.Machine$integer.max, sample.int(1000, 3)), n, TRUE),
    r = function() sample(c(0.5, -1e300, 1e-300, rnorm(3)), n, TRUE),
    t = function() sample(c("x", "\u00fc\u4e2d", "a,b\n", "'\"\\", "NULL", "", as.character(runif(2))), n, TRUE),
    d = function() as.Date("1900-01-01") + sample.int(60000, n, TRUE),
    l = function() sample(c(TRUE, FALSE), n, TRUE),
    z = function() as.POSIXct("2026-01-31 10:15:30.25", tz = "Europe/Vienna") + sample.int(1e8, n, TRUE),
    f = function() factor(sample(letters[1:3], n, TRUE), levels = letters[3:1])
  )
  kinds <- sample(names(draw), sample(1:5, 1), TRUE)
  columns <- lapply(kinds, function(kind) {
    x <- draw[[kind]]()
    if (n > 1) x[sample(c(TRUE, FALSE), n, TRUE, c(0.2, 0.8))] <- NA
    if (is.factor(x)) droplevels(x) else x
  })
  names(columns) <- paste0(kinds, seq_along(kinds))
  structure(columns, class = "data.frame", row.names = seq_len(n))
}

test_that("200 frames come out as they went in", {
  set.seed(20)
  for (i in 1:200) {
    frame <- random_frame()
    expect_identical(same(frame), frame)
  }
})

test_that("the class of the frame is kept, and nothing else of it", {
  grouped <- structure(people, class = c("grouped_df", "tbl_df", "tbl", "data.frame"), groups = "Xanthippe77")
  out <- same(grouped)
  expect_identical(class(out), c("tbl_df", "tbl", "data.frame"))
  expect_setequal(names(attributes(out)), c("names", "class", "row.names"))
  skip_if_not_installed("data.table")
  table <- same(data.table::as.data.table(people))
  expect_s3_class(table, "data.table")
  expect_identical(as.data.frame(table), people)
})

test_that("labels travel, without those that no record has", {
  frame <- data.frame(id = 1:4)
  frame$sex <- labelled(c(1, 2, NA, tagged("a")), c(male = 1, female = 2, other = 9), "Sex")
  frame$kind <- labelled(c("m", "f", "m", NA), c(male = "m"))
  out <- same(frame)
  expect_s3_class(out$sex, "haven_labelled")
  expect_identical(attr(out$sex, "labels"), c(male = 1, female = 2))
  expect_identical(attr(out$sex, "label"), "Sex")
  expect_identical(as.double(unclass(out$sex)), c(1, 2, NA, NA))
  expect_identical(attr(out$kind, "labels"), c(male = "m"))
})

test_that("what SPSS declares to be missing is missing", {
  frame <- data.frame(id = 1:4)
  frame$pay <- labelled(c(10, 999, 30, -2), c(refused = 999, ten = 10), na_values = 999, na_range = c(-9, -1), spss = TRUE)
  frame$sex <- labelled(c("f", "m", "x", "f"), c(unknown = "x"), na_values = "x", spss = TRUE)
  expect_message(out <- same(frame), "'pay' has values that are declared to be missing \\(2\\)", class = "tacit_note")
  expect_identical(as.double(unclass(out$pay)), c(10, NA, 30, NA))
  expect_identical(attr(out$pay, "labels"), c(ten = 10))
  expect_identical(as.character(unclass(out$sex)), c("f", "m", NA, "f"))
})

test_that("columns of haven itself are like these", {
  skip_if_not_installed("haven")
  with_label <- haven::labelled(c(1, 2), c(male = 1, female = 2), "Sex")
  expect_identical(attributes(with_label)[c("labels", "label", "class")],
                   attributes(labelled(c(1, 2), c(male = 1, female = 2), "Sex"))[c("labels", "label", "class")])
  declared <- haven::labelled_spss(c(10, 999), na_values = 999, na_range = c(-9, -1))
  expect_identical(class(declared), class(labelled(c(10, 999), spss = TRUE)))
  expect_true(haven::is_tagged_na(tagged("a"), "a"))
  out <- same(structure(list(sex = with_label, pay = declared), class = "data.frame", row.names = 1:2))
  expect_identical(as.double(out$pay), c(10, NA))
  expect_identical(out$sex, with_label)
})

test_that("whole numbers of 64 bits stay exact", {
  frame <- data.frame(n = 1:3)
  frame$id <- structure(readBin(as.raw(c(rep(255, 7), 127, 1, rep(0, 7), rep(0, 7), 128)), "double", 3), class = "integer64")
  out <- same(frame)
  expect_s3_class(out$id, "integer64")
  expect_identical(writeBin(as.double(unclass(out$id)), raw()), writeBin(as.double(unclass(frame$id)), raw()))
})

test_that("what is masked keeps the type that it can keep", {
  out <- protected(protect(tacit_plan(people) |> step_recode(age, width = 10) |>
                             step_round(pay, base = 100) |> step_reorder(keep = TRUE)))
  expect_identical(levels(out$age), c("20-29", "30-39", "40-49", "50-59"))
  expect_type(out$pay, "double")
  expect_type(out$sex, "character")
})

test_that("texts of another encoding are the same texts", {
  latin <- "M\xfcller"
  Encoding(latin) <- "latin1"
  expect_identical(same(data.frame(x = c(latin, "a")))$x, c("M\u00fcller", "a"))
})
