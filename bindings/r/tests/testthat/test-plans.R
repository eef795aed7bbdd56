test_that("plans are values", {
  first <- tacit_plan(people, key = age)
  second <- first |> require_k_anonymity(k = 5) |> step_recode(age, width = 10) |>
    hierarchy_intervals(age, widths = c(10, 20))
  expect_null(first$parts$steps)
  expect_identical(as.character(second), paste0(
    "data: \"memory:data\"\nroles:\n  key: \"age\"\nrequire:\n  k_anonymity: {k: 5}\nsteps:\n",
    "  - {recode: {columns: \"age\", width: 10}}\nhierarchies:\n  age: {intervals: {widths: [10, 20]}}\n"))
})

test_that("columns are names, texts and variables with texts", {
  both <- c("age", "sex")
  text <- as.character(tacit_plan(people, key = c(age, sex)))
  expect_identical(as.character(tacit_plan(people, key = both)), text)
  expect_identical(as.character(tacit_plan(people, key = c("age", sex))), text)
  wrapped <- function(columns) step_drop(tacit_plan(people), columns)
  expect_identical(wrapped("pay")$parts$steps[[1]]$drop$columns, "pay")
  expect_error(protect(tacit_plan(people, key = agge)), "did you mean 'age'|unknown column 'agge'")
})

test_that("values are written so that they read back", {
  expect_identical(tacit:::json_text(c(0.1, 1 / 3, 1e300, 5, NA, -2^40)),
                   "[0.1, 0.33333333333333331, 1e+300, 5, null, -1099511627776]")
  expect_identical(tacit:::json_text("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"")
  expect_identical(tacit:::yaml_text(list(no = TRUE, k = I("x"))), "{\"no\": true, k: [\"x\"]}")
  expect_identical(tacit:::json_text(list(character(), integer(), I(character()))), "[[], [], []]")
  bare <- step_reorder(tacit_plan(people))
  expect_match(as.character(bare), "  - {reorder: {}}\n", fixed = TRUE)
  expect_identical(sort(protected(protect(bare, progress = FALSE))$age), sort(people$age))
  expect_error(tacit:::json_text(mean), class = "tacit_wrong_request")
})

test_that("functions of steps are those of the catalog", {
  catalog <- tacit_catalog()
  prefix <- c(method = "step_", model = "require_", hierarchy = "hierarchy_")
  listed <- catalog[catalog$family %in% names(prefix), ]
  expect_setequal(grep("^(step|require|hierarchy)_", getNamespaceExports("tacit"), value = TRUE),
                  paste0(prefix[listed$family], listed$name))
})
