"""wire_psycopg2.py - psycopg 2 against a server that cli_wire.sh started; prints TAP."""
import sys

import psycopg2
from wire_lib import check, fails

c = psycopg2.connect("")
cur = c.cursor()
ASK = 'SELECT sex, COUNT(*) AS n, AVG(income) FROM people WHERE age >= %s AND "Region" = %s GROUP BY sex'
cur.execute(ASK, (18, "n1"))
rows = cur.fetchall()
check("psycopg2: rows", [r[0] for r in rows] == ["f", "m"])
check("psycopg2: types", all(type(r[1]) is int and type(r[2]) is float for r in rows))
check("psycopg2: names", [d.name for d in cur.description] == ["sex", "n", "avg"])
check("psycopg2: the cost", "cost 2 cells" in c.notices[-1])
code = fails(psycopg2.Error, lambda: cur.execute("SELECT * FROM people"))
check("psycopg2: a refusal", code.pgcode == "0A000" and code.diag.statement_position == "8")
check("psycopg2: a failed transaction",
      fails(psycopg2.Error, lambda: cur.execute("SELECT 1")).pgcode == "25P02")
c.rollback()
cur.execute("SELECT COUNT(*) FROM people WHERE age < 18")
check("psycopg2: after it", cur.fetchone()[0] > 0)
c.commit()
check("psycopg2: a value is no SQL", fails(
    psycopg2.Error, lambda: cur.execute(ASK, (18, "n1' OR '1'='1"))).pgcode == "22023")
c.rollback()
c.set_session(readonly=True, autocommit=True)
cur.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
check("psycopg2: the catalog", sorted(cur.fetchall()) == [("people",), ("weather",)])
check("psycopg2: COPY", fails(
    psycopg2.Error, lambda: cur.copy_expert("COPY people TO STDOUT", sys.stderr)).pgcode == "0A000")
check("psycopg2: cancelling when nothing is asked", c.cancel() is None)
cur.execute("SELECT 1")
check("psycopg2: changes nothing", cur.fetchone() == (1,))
