#!/bin/sh
# cli_leftovers.sh - what was suppressed is nowhere in the bytes of a release.
#
# One town, one trade and one age are rare and go; then the bytes of the release, and of all that is
# packed in it, are searched for them: as texts, as numbers in every width and order, in any format
# that can be written, from any.  Value labels of statistical packages go with their values.
seeds=$(cd "$(dirname "$0")/../fuzz/corpus/stat" && pwd)
. "$(dirname "$0")/cli_lib.sh"
awk 'BEGIN { print "id,town,trade,age"; for (i = 0; i < 40; i++) printf "%d,%s,%s,%d\n", i,
    i == 7 ? "Quirkville" : i % 3 == 1 ? "Carton" : i % 2 ? "Aton" : "Beton", i == 9 ? "Zzyzxology" : "baker",
    i == 11 ? 737373 : 20 + i % 5 }' >people.csv
cat >search.py <<'END'
import ctypes, ctypes.util, re, struct, sys, zlib
def unpacked_pages(data):
    """What Zstandard frames in the data hold, such as the pages of a Parquet file."""
    name = ctypes.util.find_library("zstd")
    if name is None or b"\x28\xb5\x2f\xfd" not in data:
        return
    zstd = ctypes.CDLL(name)
    zstd.ZSTD_findFrameCompressedSize.restype = zstd.ZSTD_decompress.restype = ctypes.c_size_t
    for at in re.finditer(rb"\x28\xb5\x2f\xfd", data):
        rest, room = data[at.start():], ctypes.create_string_buffer(1 << 20)
        n = zstd.ZSTD_findFrameCompressedSize(rest, ctypes.c_size_t(len(rest)))
        if n <= len(rest):
            n = zstd.ZSTD_decompress(room, ctypes.c_size_t(1 << 20), rest, ctypes.c_size_t(n))
            yield room.raw[:n] if n <= 1 << 20 else b""
def ibm(x):
    """A positive number as SAS writes it: a power of 16 and a fraction."""
    power = (x.bit_length() + 3) // 4
    return bytes([64 + power]) + (x << (24 - 4 * power) if power <= 6 else x >> 4 * power - 24).to_bytes(3, "big")
def packed(data):
    """What zlib, gzip and Zstandard streams in the data hold."""
    yield from unpacked_pages(data)
    for at in re.finditer(rb"\x78[\x01\x5e\x9c\xda]|\x1f\x8b\x08", data):
        wide = 47 if data[at.start():at.start() + 2] == b"\x1f\x8b" else 15
        try:
            yield zlib.decompressobj(wide).decompress(data[at.start():])
        except zlib.error:
            pass
words, numbers = sys.argv[2].split(","), [int(x) for x in sys.argv[3].split(",") if x]
needles = {w.encode(code) for w in words for code in ("utf-8", "utf-16-le")}
needles |= {str(x).encode() for x in numbers}
needles |= {struct.pack(f, x) for x in numbers for f in ("<i", ">i", "<q", ">q", "<d", ">d", "<f", ">f")}
needles |= {ibm(x) for x in numbers}
data = open(sys.argv[1], "rb").read()
found = {n for part in (data, *packed(data)) for n in needles if n in part}
if bool(found) != (len(sys.argv) > 4):
    sys.exit("found: %s" % found)
END
# release DATA OUTPUT STEPS
release() {
    cat >plan.yaml <<END
data: $1
roles: {key: [town, trade]}
measures: []
steps: $3
output: $2
END
    ends 0 protect plan.yaml --force --quiet
}
steps='[{local_suppress: {columns: [town, trade], k: 2}}, {top_code: {columns: age, at: 30}}]'
formats='csv tsv csv.gz parquet json ndjson sav zsav dta xpt'
for format in $formats; do
    release people.csv "source.$format" '[]'
done
# The search finds what is there: it would be silent otherwise.
t 'the search sees texts' python3 search.py source.csv Quirkville '' yes
t 'and numbers' python3 search.py source.sav none 737373 yes
t 'and what is packed' python3 search.py source.csv.gz Quirkville '' yes
t 'and the numbers of SAS' python3 search.py source.xpt none 737373 yes
# Statistics tell the least and the largest town; another one is in packed pages only.
if python3 -c 'import ctypes.util, sys; sys.exit(ctypes.util.find_library("zstd") is None)'; then
    t 'and the pages of Parquet' python3 search.py source.parquet Carton '' yes
else
    echo '# pages of Parquet files are not searched: there is no libzstd'
fi
searched() {
    for to in $formats; do
        release "source.$1" "safe.$to" "$steps" && python3 search.py "safe.$to" Quirkville,Zzyzxology 737373 || return 1
    done
}
for format in csv parquet sav dta; do
    t "from $format" searched "$format"
done
# The labels of the values 1 and 2 are man and woman; nobody has 2 any more.
labels() {
    cat >plan.yaml <<END
data: labelled.$1
measures: []
steps: [{suppress: {columns: sex, combinations: {a: ['2']}}}]
output: safe.$2
END
    ends 0 protect plan.yaml --force --quiet && python3 search.py "safe.$2" woman '' &&
        python3 search.py "safe.$2" man '' yes
}
# Seeds of a fuzzer, behind a byte that says the format.
tail -c +2 "$seeds/a.sav" >labelled.sav && tail -c +2 "$seeds/a.dta" >labelled.dta
for to in sav dta zsav; do
    t "labels from sav to $to" labels sav "$to"
    t "labels from dta to $to" labels dta "$to"
done
