"""A client that openapi-python-client generates: an invoice, a file, a batch, a webhook, a list."""

import hashlib
import hmac
import io
import json
import os

from invoice_delivery_service_client import AuthenticatedClient
from invoice_delivery_service_client.api.invoices import list_invoices, submit_batch, submit_file, submit_invoice
from invoice_delivery_service_client.models import ListInvoicesPageSize, Route, Submission
from invoice_delivery_service_client.types import File

given = json.load(open(os.environ["GIVEN"]))
client = AuthenticatedClient(base_url=given["url"], token=given["key"], raise_on_unexpected_status=True)


def bytes_of(name):
    return File(payload=io.BytesIO(open(given[name], "rb").read()))


invoice = submit_invoice.sync(
    client=client, body=Submission.from_dict(given["submission"]), idempotency_key="python-invoice"
)
file = submit_file.sync(
    client=client,
    body=bytes_of("xml"),
    route=Route("DE-XRECHNUNG"),
    invoice_ref="python-file",
    idempotency_key="python-file",
)
batch = submit_batch.sync(client=client, body=bytes_of("batch"))

ids, page, total = [], 1, 1
while len(ids) < total:
    listed = list_invoices.sync(client=client, page=page, page_size=ListInvoicesPageSize.VALUE_25)
    ids, page, total = ids + [row.id for row in listed.data], page + 1, listed.total

delivery = given["delivery"]
parts = [part.split("=") for part in delivery["signature"].split(",")]
message = f"{dict(parts)['t']}.{delivery['body']}".encode()
expected = hmac.new(delivery["secret"].encode(), message, hashlib.sha256).hexdigest()

print(
    json.dumps(
        {
            "invoice": str(invoice.state),
            "file": str(file.state),
            "batch": [json.loads(line)["status"] for line in batch.splitlines()],
            "listed": len(set(ids)),
            "webhook": any(hmac.compare_digest(value, expected) for name, value in parts if name == "v1"),
        }
    )
)
