#!/bin/sh
# cli_verify.sh - releases are checked against their certificates, signed and not.
#
# Attacks: every field of a certificate and of a signature is changed, deleted, repeated and joined
# by an unknown one, every byte of a release is flipped, files are cut, lengthened and exchanged;
# then the same with a digest that fits the change.
attack="python3 -B $(cd "$(dirname "$0")" && pwd)/attack_certificate.py"
. "$(dirname "$0")/cli_lib.sh"
people 12 >people.csv
plan safe.csv 1 >plan.yaml
"$TACIT" protect plan.yaml --quiet
"$TACIT" key sign --output office.key --quiet
"$TACIT" key sign --output other.key --quiet
"$TACIT" sign safe.csv --key office.key --quiet


t 'keys are private' test "$(stat -c %a office.key)" = 600
t 'public ones are not' test "$(stat -c %a office.key.pub)" = 644
t 'no key is replaced' refuses 2 'office.key exists' key sign --output office.key
t 'not even by force' refuses 2 'there already' key sign --output office.key --force
t 'nor by a link to nowhere' sh -c 'ln -s nowhere link.key && ! "$TACIT" key --output link.key --quiet 2>err &&
    grep -q "link.key exists" err && [ ! -e nowhere ]'
t 'a public key in the way keeps the secret one away' sh -c ': >half.key.pub; ! "$TACIT" key sign --output half.key 2>err && [ ! -e half.key ]'
t 'a key for pseudonyms' sh -c '"$TACIT" key --output p.key --quiet && [ "$(wc -c <p.key)" -eq 32 ] && [ "$(stat -c %a p.key)" = 600 ]'
t 'no two are alike' sh -c '"$TACIT" key --output q.key --quiet && ! cmp -s p.key q.key'
t 'keys need a name' refuses 2 "needs '--output" key
t 'a record of a key' json 0 '[o["kind"] for o in r["outputs"]] == ["key", "public_key"]' key sign --output told.key
t 'in which it is not told' sh -c 'secret=$(sed -n 2p told.key) && [ ${#secret} -eq 64 ] &&
    ! grep -q "$secret" out && ! grep -q "$secret" told.key.pub'
t 'a record of a signature' json 0 'r["outputs"][0]["kind"] == "signature"' sign safe.csv --key office.key
rm -f link.key half.key.pub

t 'in a fresh folder' sh -c 'mkdir f && cp safe.csv safe.csv.certificate.json f && cd f && "$TACIT" verify safe.csv --quiet'
t 'from elsewhere' ends 0 verify f/safe.csv
t 'by the certificate' ends 0 verify f/safe.csv.certificate.json
t 'a signature that nobody asked for' prints 'there is a signature; --key checks it' verify safe.csv
t 'none' prints 'it is not signed' verify f/safe.csv
t 'a signature' prints 'yes  the certificate is signed with the key' verify safe.csv --key office.key.pub
t 'the signature of another' ends 3 verify safe.csv --key other.key.pub
t 'no signature where one is asked for' ends 3 verify f/safe.csv --key office.key.pub
t 'a secret key is no public one' refuses 2 'no public key' verify safe.csv --key office.key
t 'a file that is no key' refuses 2 'no public key' verify safe.csv --key people.csv
t 'no key at all' refuses 5 'Cannot read the key' verify safe.csv --key none.pub
t 'a public key does not sign' refuses 2 'no secret key' sign safe.csv --key office.key.pub
chmod 640 other.key
t 'a key that others can read does not sign' refuses 2 'Others can read' sign safe.csv --key other.key
chmod 600 other.key
(umask 077 && printf 'tacit secret key for signatures 1\n%064d\n' 0 >zero.key)
t 'a key of zeros does not sign' refuses 2 'could be guessed' sign safe.csv --key zero.key
t 'no signature without a certificate' refuses 5 'certificate' sign people.csv --key office.key
t 'a key of the signature cannot be overwritten by it' sh -c 'mkdir k && cp safe.csv k/s && cp safe.csv.certificate.json k/s.certificate.json &&
    cp office.key k/s.certificate.json.sig && ! "$TACIT" sign k/s --key k/s.certificate.json.sig 2>err && cmp office.key k/s.certificate.json.sig'
t 'openssl agrees' sh -c 'command -v openssl >/dev/null || exit 0
    { printf "\060\052\060\005\006\003\053\145\160\003\041\000"; sed -n 2p office.key.pub | xxd -r -p; } >pub.der &&
    python3 -c "import json; print(json.load(open(\"safe.csv.certificate.json.sig\"))[\"signature\"])" | xxd -r -p >raw.sig &&
    openssl pkeyutl -verify -pubin -inkey pub.der -keyform DER -rawin -in safe.csv.certificate.json -sigfile raw.sig | grep -q Success'

cp safe.csv renamed.csv && cp safe.csv.certificate.json elsewhere.json
t 'both names' ends 0 verify renamed.csv elsewhere.json
t 'the wrong way round' ends 4 verify elsewhere.json renamed.csv
cp safe.csv.certificate.json renamed.csv.certificate.json
t 'another name than the certified one' ends 3 verify renamed.csv
t 'three names' refuses 2 'Too many arguments' verify a b c
t 'a folder is no certificate' refuses 5 'not a file' verify safe.csv .
mkfifo pipe
t 'a pipe is not waited for' refuses 5 'not a file' verify safe.csv pipe
t 'nor as a signature' sh -c 'rm -rf g && mkdir g && cp safe.csv safe.csv.certificate.json g && mkfifo g/safe.csv.certificate.json.sig &&
    timeout 20 "$TACIT" verify g/safe.csv --key office.key.pub 2>err; [ $? -eq 5 ]'
t 'nor as a release' refuses 5 'not a file' verify pipe safe.csv.certificate.json
rm -f pipe

printf 'data: people.csv\nroles: {identifier: name}\noutput: open.csv\n' >open.yaml
t 'a release without a guarantee' ends 0 protect open.yaml
t 'does not verify' ends 3 verify open.csv
t 'and it is said why' grep -q 'NO  *the certificate claims a guarantee' out

sed 's/"tacit_certificate": 2/"tacit_certificate": 1/; s/"tacit": "[0-9.]*"/"tacit": "0.4.0"/' safe.csv.certificate.json >old.json
t 'an older format' refuses 4 'format 1 of certificates, as tacit 0.4.0 wrote it' verify safe.csv old.json
sed 's/"tacit_certificate": 2/"tacit_certificate": 3/' safe.csv.certificate.json >new.json
t 'a newer one' refuses 4 'format 3' verify safe.csv new.json
t 'something else' refuses 4 'not JSON' verify safe.csv people.csv
echo '[]' >list.json
t 'JSON that is none' refuses 4 'not a certificate' verify safe.csv list.json
head -c 500 safe.csv.certificate.json >cut.json
t 'a certificate that is cut off' refuses 4 'cut off' verify safe.csv cut.json

people 36 >people2.csv
sed 's/people.csv/people2.csv/; s/safe.csv/second.csv/' plan.yaml >second.yaml
"$TACIT" protect second.yaml --quiet && "$TACIT" sign second.csv --key office.key --quiet
t 'the certificate of another file' ends 3 verify safe.csv second.csv.certificate.json
t 'the signature of another certificate' sh -c 'rm -rf g && mkdir g && cp safe.csv safe.csv.certificate.json g &&
    cp second.csv.certificate.json.sig g/safe.csv.certificate.json.sig && "$TACIT" verify g/safe.csv --key office.key.pub --quiet; [ $? -eq 3 ]'
cp safe.csv torn.csv && cp safe.csv.certificate.json torn.csv.certificate.json && sed -i '$d' torn.csv
t 'what does not fit is not signed' refuses 4 'was not signed' sign torn.csv --key office.key

t 'every edit of a certificate is refused' $attack certificate safe.csv
t 'also with a digest that fits, of what follows from the file' $attack forged safe.csv
# A number that is spelled in two ways is one for k-anonymity, and two for whoever looks into the file.
for i in 1 2 3; do printf '1.5,2020-01-05\n2.25,2021-02-03\n'; done | sed '1i a,d' >own.csv
printf 'data: own.csv\nroles: {key: [a, d]}\nrequire: {k_anonymity: {k: 3}}\nsteps: []\nmeasures: []\noutput: own-safe.csv\n' >own.yaml
respelled() {
    ends 0 protect own.yaml --force && ends 0 verify own-safe.csv || return 1
    cp own-safe.csv kept.csv && cp own-safe.csv.certificate.json kept.json
    for other in 1.50 +1.5 15e-1; do
        sed "0,/1.5/s//$other/" kept.csv >own-safe.csv
        python3 -B -c 'import hashlib, json, sys
sys.path.insert(0, sys.argv[1])
from attack_certificate import sealed
data, c = open("own-safe.csv", "rb").read(), json.load(open("kept.json"))
c["release"].update(sha256=hashlib.sha256(data).hexdigest(), bytes=len(data))
json.dump(sealed(c), open("own-safe.csv.certificate.json", "w"))' "$(dirname "${attack##* }")" || return 1
        ends 3 verify own-safe.csv || return 1
    done
}
t 'no value is spelled in two ways' respelled
t 'every byte of a release counts' $attack release safe.csv
t 'every forgery of a signed certificate is refused' $attack forged safe.csv office.key.pub
t 'every edit of a signature is refused' $attack signature safe.csv office.key.pub
