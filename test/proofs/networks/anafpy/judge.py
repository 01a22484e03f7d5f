"""Drives anafpy, a client of ANAF that others wrote in Python, and prints what it has read as JSON.

Arguments: address of the system; a folder with invoices (`*.xml`); CIF of the seller; CIF of a company that it has no right for.
"""

import asyncio
import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
from anafpy.auth import oauth
from anafpy.auth.models import TokenSet
from anafpy.auth.provider import AnafAuth, TokenProvider
from anafpy.auth.store import MemoryTokenStore
from anafpy.efactura import client as efactura
from anafpy.efactura.models import Filter, UploadStandard
from anafpy.exceptions import AnafError
from anafpy.public.client import PublicClient

url, folder, seller, stranger = sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4]

# Its own addresses are those of the authority.
oauth.TOKEN_URL = f"{url}/anaf-oauth2/v1/token"
efactura.OAUTH_HOST = url


def invoice(name):
    return (folder / f"{name}.xml").read_bytes()


def provider(refresh_token):
    # An access token that the authority does not know: the first call is refused, and renews it.
    unknown = TokenSet(access_token="unknown", refresh_token=refresh_token)
    return TokenProvider(client_id="c", client_secret="s", store=MemoryTokenStore(unknown))


def opened(refresh_token="a-token-ROTATING"):
    tokens = provider(refresh_token)
    http = httpx2.AsyncClient(base_url=f"{url}/test/FCTEL/rest/", auth=AnafAuth(tokens), timeout=30)
    return efactura.EFacturaClient(tokens, http=http)


async def sent(client, name, **flags):
    upload = await client.upload(invoice(name), cif=seller, **flags)
    status = await ended(client, upload.upload_id)
    return {
        "upload_id": upload.upload_id,
        "state": status.state.value,
        "errors": status.errors,
        "download_id": status.download_id,
    }


async def ended(client, upload_id):
    for _ in range(600):
        status = await client.get_status(upload_id)
        if not status.is_processing:
            return status
        await asyncio.sleep(0.05)
    raise TimeoutError(upload_id)


async def refusal(call):
    try:
        await call
        return None
    except AnafError as error:
        return [type(error).__name__, str(error)]


async def written_to_seller(client, index):
    """A message of the buyer: taken, listed on both sides, and downloaded."""
    message = f'<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="{index}" message="Where is it?"/>'
    sent_message = await client.upload(message, cif=stranger, standard=UploadStandard.RASP)
    await client.upload_and_wait(
        invoice("self-billed"), cif=stranger, timeout=30, initial_wait=0.05, max_wait=0.2, autofactura=True
    )
    now = datetime.now(UTC)
    window = {"start": now - timedelta(hours=1), "end": now}
    ours = [one async for one in client.list_messages(cif=stranger, filter=Filter.BUYER_MESSAGE, **window)]
    theirs = [one async for one in client.list_messages(cif=seller, filter=Filter.BUYER_MESSAGE, **window)]
    billed = [one async for one in client.list_messages(cif=stranger, **window)]
    return {
        "accepted": sent_message.accepted,
        "types": [one.message_type for one in ours + theirs],
        "content": ((await client.download(theirs[0].id)).content_xml or b"").decode() if theirs else "",
        "self_billed": sorted({(one.sender_cif, one.receiver_cif) for one in billed if "autofactura" in one.details}),
    }


async def judged(client):
    taken = await sent(client, "taken")
    refused = await sent(client, "refused")
    answer = await client.download(taken["download_id"])
    why = await client.download(refused["download_id"])
    signed = await client.validate_signature(answer.content_xml, answer.signature_xml)
    forged = await client.validate_signature(answer.content_xml.replace(b"1.00", b"9.00"), answer.signature_xml)
    # Its `days` leave the newest minute out.
    now = datetime.now(UTC)
    window = {"cif": seller, "start": now - timedelta(hours=1), "end": now}
    listed = [one async for one in client.list_messages(**window)]
    failed = [one async for one in client.list_messages(**window, filter=Filter.ERRORS)]
    public = PublicClient(http=httpx2.AsyncClient(base_url=url, timeout=30))
    valid = await public.validate_invoice(invoice("taken"))
    wrong = await public.validate_invoice(invoice("wrong"))
    return {
        "taken": taken,
        "kept": answer.content_xml == invoice("taken"),
        "signature": [signed.valid, forged.valid],
        "refused": refused,
        "why": (why.content_xml or b"").decode(),
        "consumer": await sent(client, "consumer", b2c=True),
        "not_taken": await sent(client, "not-taken"),
        "no_right": (await opened(f"a-token-ROTATING-CIF-{stranger}").upload(invoice("taken"), cif=seller)).errors,
        "no_xml": (await client.upload("<Invoice", cif=seller)).errors,
        "written": await written_to_seller(client, taken["upload_id"]),
        "types": sorted({one.message_type for one in listed}),
        "parties": sorted({(one.sender_cif, one.receiver_cif) for one in listed if one.sender_cif}),
        "failed": sorted({one.message_type for one in failed}),
        "unknown": await refusal(client.get_status("1")),
        "no_file": await refusal(client.download("1")),
        "no_log_in": await refusal(opened("a-token-ROTATING-REFUSED").get_status("1")),
        "valid": valid.valid,
        "wrong": [wrong.valid, wrong.messages],
    }


async def main():
    async with opened() as client:
        print(json.dumps(await judged(client), default=str))


asyncio.run(main())
