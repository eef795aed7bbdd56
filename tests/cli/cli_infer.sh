#!/bin/sh
# cli_infer.sh - estimates behind the noise of a release.
. "$(dirname "$0")/cli_lib.sh"

# Row and column of a table, and a figure, as Python expressions.
cell() {
    printf "[t['rows'][%d][%d] for t in r['sections'][0]['results'][0]['tables'] if t['name'] == '%s'][0]" "$2" "$3" "$1"
}
figure() {
    printf "[f['value'] for f in r['sections'][0]['results'][0]['figures'] if f['name'] == '%s'][0]" "$1"
}

# PRAM by (0.9 0.1; 0.2 0.8): of 62 a and 38 b the share of a is (0.8 * 0.62 - 0.2 * 0.38) / 0.7 = 0.6.
printf 'from;a;b\na;0.9;0.1\nb;0.2;0.8\n' >matrix.csv
printf 'from;a;b\na;0.5;0.5\nb;0.5;0.5\n' >singular.csv
{ echo kind && yes a | head -n 62 && yes b | head -n 38; } >coded.csv
how='frequencies:{mechanism: pram, column: kind, matrix: matrix.csv}'
t 'shares after PRAM' json 0 "abs($(cell shares 0 2) - 0.6) < 1e-9 and abs($(cell shares 1 2) - 0.4) < 1e-9" \
    infer coded.csv --how "$how"
# Variance (0.8^2 * 0.62 + 0.2^2 * 0.38) / 0.49 - 0.36, over 100.
t 'and their errors' json 0 "abs($(cell shares 0 3) ** 2 - ((0.64 * 0.62 + 0.04 * 0.38) / 0.49 - 0.36) / 100) < 1e-9" \
    infer coded.csv --how "$how"
t 'it says that it is post-processing' prints 'post-processing' infer coded.csv --how "$how"
t 'a matrix without an inverse' refuses 2 'cannot be inverted' \
    infer coded.csv --how 'frequencies:{mechanism: pram, column: kind, matrix: singular.csv}'
t 'a matrix that is not there' refuses 5 'none.csv' \
    infer coded.csv --how 'frequencies:{mechanism: pram, column: kind, matrix: none.csv}'
printf 'kind\na\n%s\n' "$secret" >other.csv
t 'a category that the matrix does not name' refuses 4 '1 categories' infer other.csv --how "$how"
t 'the report' ends 0 infer coded.csv --how "$how" --report infer.html
t 'has a picture' grep -q '<svg' infer.html
t 'and may be made again' ends 0 infer coded.csv --how "$how" --report infer.html

# The same numbers in a plan.
cat >plan.yaml <<'EOF'
data: coded.csv
infer:
  frequencies: {mechanism: randomised_response, column: kind, epsilon: 1.0986122886681098, categories: [a, b]}
  confidence: 0.9
EOF
# (0.62 - 0.25) / 0.5.
t 'a plan' json 0 "abs($(cell shares 0 2) - 0.74) < 1e-9" infer plan.yaml
t 'a higher confidence is a wider interval' json 0 "$(cell shares 0 5) - 0.74 > 2 * 0.097" \
    infer plan.yaml --confidence 0.99

printf 'z\n1\n2\n4\n7\n\n' >z.csv
t 'deconvolution' json 0 "$(figure numbers) == 4 and abs($(figure sd) ** 2 - 6) < 1e-9" \
    infer z.csv --how 'deconvolution:{column: z, scale: 1, resamples: 10}'
t 'the same again' json 0 "True" infer z.csv --how 'deconvolution:{column: z, scale: 1, resamples: 10}'
cp out first
t 'has the same intervals' json 0 "r['sections'] == json.load(open('first'))['sections']" \
    infer z.csv --how 'deconvolution:{column: z, scale: 1, resamples: 10}' --threads 1
printf 'x,y\n-2,-3\n-1,-1\n1,2\n2,2\n' >xy.csv
t 'regression' json 0 "abs($(cell coefficients 1 2) - 13 / 9) < 1e-9" \
    infer xy.csv --how 'regression:{response: y, regressors: [x], errors: [0.5773502691896258]}'
printf 'v,e,w\n10,1,n\n16,2,n\n' >answers.csv
t 'answers made one' json 0 "abs($(cell numbers 0 1) - 11.2) < 1e-9" \
    infer answers.csv --how 'combine:{value: v, error: e, about: w}'
printf 's,x\nu,1\nu,2\nv,3\nv,4\n' >funnel.csv
t 'the funnel' json 0 "$(figure leak) == 0 and $(figure groups) == 2" \
    infer funnel.csv --how 'privacy_funnel:{secret: [s], columns: [x], keep: 0.5}'
t 'is for the custodian' prints 'for the custodian alone' \
    infer funnel.csv --how 'privacy_funnel:{secret: [s], columns: [x]}'

t 'no way to infer' refuses 2 'deconvolution, frequencies, regression, combine or privacy_funnel' infer z.csv
t 'an unknown one' refuses 2 "did you mean 'deconvolution'" infer z.csv --how deconvolutoin
t 'an unknown parameter' refuses 2 "did you mean 'bins'" infer z.csv --how 'deconvolution:{column: z, scale: 1, bin: 9}'
t 'a column that is not there' refuses 2 "did you mean 'z'" infer z.csv --how 'deconvolution:{column: zz, scale: 1}'
t 'no scale' refuses 2 'scale' infer z.csv --how 'deconvolution:{column: z}'
t 'a scale of 0' refuses 2 'scale' infer z.csv --how 'deconvolution:{column: z, scale: 0}'
t 'a scale that is none' refuses 2 'scale' infer z.csv --how 'deconvolution:{column: z, scale: .inf}'
t 'a confidence of 1' refuses 2 'confidence' infer z.csv --confidence 1 --how 'deconvolution:{column: z, scale: 1}'
t 'a file that is not there' refuses 5 'none.csv' infer none.csv --how 'deconvolution:{column: z, scale: 1}'
t 'uniform noise inverted' refuses 2 'use' infer z.csv --how 'deconvolution:{column: z, noise: uniform, scale: 1, how: fourier}'
t 'a report over the data' refuses 2 'z.csv' infer z.csv --how 'deconvolution:{column: z, scale: 1}' --report z.csv
t 'noise that is all there is' refuses 4 'vary no more than their noise' \
    infer xy.csv --how 'regression:{response: y, regressors: [x], errors: [5]}'
