"""Has pyfrctc, a writer and checker of French reports by others, judge the XML files of a folder. Prints its complaints as JSON.

Argument: the folder; `periods.json` in it lists first day, kind and regime of periods, of which pyfrctc tells end and last day.
"""

import datetime
import json
import logging
import pathlib
import sys

from pyfrctc import ereporting

logging.disable(logging.CRITICAL)
folder = pathlib.Path(sys.argv[1])
REGIMES = {"monthly": "1", "quarterly": "3", "simplified": "12", "franchise": None}

complaints = {}
for file in sorted(folder.glob("*.xml")):
    try:
        ereporting.check_ereporting_xsd(file.read_bytes())
    except Exception as error:
        complaints[file.name] = str(error)


def told(first, part, regime):
    kind = "payment" if part == "payments" else "out_transaction"
    start = datetime.date.fromisoformat(first)
    end, due = ereporting.get_ereporting_end_date_and_deadline_from_start_date(start, kind, REGIMES[regime])
    return [end.isoformat(), due.isoformat()]


periods = json.loads((folder / "periods.json").read_text())
print(json.dumps({"complaints": complaints, "periods": [told(*each) for each in periods]}))
