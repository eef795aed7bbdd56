# made_lib.sh - sourced by the tests of releases that are made where the data is.  Not executable on
# purpose.

# made DATA OUTPUT - a plan whose release is made where the data is, or in a file.
made() {
    cat <<END
data: "$1"
roles: {identifier: [person_id, name], key: [region, age, sex, education], sensitive: [health]}
hierarchies: {age: {intervals: {widths: [5, 10, 20]}}}
require: {k_anonymity: {k: 5}}
measures: [prosecutor]
steps:
  - generalize: {k: 5, suppression: 0.05}
  - top_code: {columns: [income], at: 50000}
  - round: {columns: [savings], base: 300}
  - round: {columns: [weight], base: 0.5}
  - drop: {columns: [household, birth_date]}
output: "$2"
END
}

# sorted FILE - its records, numbers by their value.
sorted() {
    python3 -c '
import csv, sys
def cell(x):
    try:
        return "%.12g" % float(x)
    except ValueError:
        return x
for row in sorted([cell(x) for x in row] for row in csv.reader(open(sys.argv[1]))):
    print(row)' "$1"
}
