"""Drives pyfrctc, a client of French platforms that others wrote, and prints what it has read as JSON.

Arguments: address of the platform, file of the invoice (UBL), SIREN of the buyer.
"""

import json
import sys
import time

from pyfrctc import pyfrctc

url, invoice, buyer = sys.argv[1:]
# Its own addresses are those of the platform in production.
pyfrctc.PLATFORMS["superpdp"].update(afnor_base_url=url, token_url=f"{url}/oauth2/token")
NO_TOKEN = {"access_token": None, "expires_at": None}
PATIENCE_S = 20

session = pyfrctc.get_session(
    "superpdp", "client_credentials", "acme", lambda _: NO_TOKEN, lambda _: None, "judge", "secret"
)


def until(found):
    """What `found` returns once that is something."""
    end = time.monotonic() + PATIENCE_S
    while True:
        value = found()
        if value or time.monotonic() > end:
            return value
        time.sleep(0.05)


def sent(content, filename, syntax):
    flow = pyfrctc.send_flow_parsed(session, content, filename, syntax, "B2B")
    acknowledged = lambda: pyfrctc.get_flow_metadata_parsed(session, flow["flowId"])
    return until(lambda: (lambda one: one if one["state"] != "sent" else None)(acknowledged()))


def refused_search():
    try:
        pyfrctc.search_flows(session, "2020-01-01T00:00:00.000Z", ["In"], ["StateCustomerInvoiceLC"])
        return None
    except RuntimeError as error:
        return str(error)


def messages():
    flows = pyfrctc.search_flows_parsed(
        session, "2020-01-01T00:00:00.000Z", ["In"], ["CustomerInvoiceLC", "SupplierInvoiceLC"]
    )
    read = [pyfrctc.parse_cdar(pyfrctc.get_flow(session, flow["flowId"], "Original")) for flow in flows]
    return read if len(read) >= 4 else None


with open(invoice, "rb") as file:
    content = file.read()
first = sent(content, "invoice.xml", "UBL")
again = sent(content, "again.xml", "UBL")
heard = until(messages) or []
print(
    json.dumps(
        {
            "healthy": bool(pyfrctc.healthcheck(session, raise_if_error=False, type="directory")),
            "state": first["state"],
            "again": [again["state"], again.get("ap_error_details")],
            "lines": sorted(pyfrctc.get_directory_lines(session, buyer)),
            "messages": [[one["invoice_number"], one["status_code"]] for one in heard],
            "refused": refused_search(),
        },
        default=str,
    )
)
