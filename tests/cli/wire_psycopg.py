"""wire_psycopg.py - psycopg 3 against a server that cli_wire.sh started; prints TAP."""
import psycopg
from wire_lib import check, fails

c = psycopg.connect("", autocommit=True)
said = []
c.add_notice_handler(lambda d: said.append(d.message_primary))
ASK = 'SELECT sex, COUNT(*) AS n, AVG(income) FROM people WHERE age >= %s AND "Region" = %s GROUP BY sex'
texts = c.execute(ASK, (18, "n1")).fetchall()
check("psycopg: rows", [r[0] for r in texts] == ["f", "m"] and isinstance(texts[0][1], int))
check("psycopg: in binary form the same", c.execute(ASK, (18, "n1"), binary=True).fetchall() == texts)
check("psycopg: the cost", "answered before" in said[-1])
for i in range(8):  # from the sixth on it is a prepared statement
    row = c.execute("SELECT COUNT(*) FROM people WHERE age < %s", (45,)).fetchone()
check("psycopg: a prepared question", row[0] > 0 and "answered before" in said[-1])
check("psycopg: numbers of other types", c.execute(
    "SELECT COUNT(*) FROM people WHERE age < %s", (45.0,)).fetchone() == row)
check("psycopg: a value is no SQL", fails(
    psycopg.Error, lambda: c.execute(ASK, (18, "n1' OR '1'='1"))).sqlstate == "22023")
check("psycopg: no value", fails(
    psycopg.Error, lambda: c.execute(ASK, (18, None))).sqlstate == "22004")
with c.transaction():
    with c.transaction():
        row = c.execute("SELECT current_user, 1::int8, true, 2.5::float8, NULL", binary=True).fetchone()
check("psycopg: savepoints, the catalog in binary form", row == ("ada", 1, True, 2.5, None))
with c.pipeline():
    one, two = c.execute("SELECT COUNT(*) FROM people"), c.execute("SELECT 2")
    row = one.fetchone(), two.fetchone()
check("psycopg: a pipeline", row[0][0] > 0 and row[1] == (2,))


def broken():
    with c.pipeline():
        c.execute("SELECT nothing FROM people")
        c.execute("SELECT 2")


check("psycopg: a pipeline that breaks", fails(psycopg.Error, broken) is not None)
check("psycopg: and goes on", c.execute("SELECT 3").fetchone() == (3,))
cur = c.execute("SELECT COUNT(*) FROM people; SELECT 4")
check("psycopg: several statements", cur.fetchone()[0] > 0 and cur.nextset() and cur.fetchone() == (4,))


def cursor():
    with psycopg.connect("") as other, other.cursor(name="x") as named:
        named.execute("SELECT COUNT(*) FROM people")


check("psycopg: cursors of the server", fails(psycopg.Error, cursor).sqlstate == "0A000")
