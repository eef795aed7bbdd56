"""wire_sqlalchemy.py - SQLAlchemy against a server that cli_wire.sh started; prints TAP."""
import os

from sqlalchemy import MetaData, Table, create_engine, func, inspect, select
from sqlalchemy.engine import URL
from wire_lib import check

e = create_engine(URL.create("postgresql+psycopg2", os.environ["PGUSER"], os.environ["PGPASSWORD"],
                             os.environ["PGHOST"], int(os.environ["PGPORT"]), "people"))
i = inspect(e)
check("sqlalchemy: tables", sorted(i.get_table_names()) == ["people", "weather"] and i.get_view_names() == [])
columns = {c["name"]: str(c["type"]).replace("_", " ") for c in i.get_columns("people")}
check("sqlalchemy: columns", columns == {
    "id": "TEXT", "age": "BIGINT", "income": "DOUBLE PRECISION", "sex": "TEXT", "Region": "TEXT"})
check("sqlalchemy: what is declared of them", "bins" in i.get_columns("people")[1]["comment"])
check("sqlalchemy: no keys, no indexes", i.get_indexes("people") == [] and
      i.get_foreign_keys("people") == [] and i.get_unique_constraints("people") == [] and
      i.get_check_constraints("people") == [] and
      i.get_pk_constraint("people")["constrained_columns"] == [])
check("sqlalchemy: which tables there are", i.has_table("people") and not i.has_table("other"))
t = Table("people", MetaData(), autoload_with=e)
with e.connect() as c:
    rows = c.execute(select(t.c.sex, func.count().label("n")).where(t.c.age >= 18).where(
        t.c.Region.in_(["n1", "n2"])).group_by(t.c.sex).order_by(t.c.sex)).all()
check("sqlalchemy: a question from its words", [r.sex for r in rows] == ["f", "m"] and rows[0].n > 0)
