"""Drives ksef-client, a client of KSeF that others wrote in Python, and prints what it has read as JSON.

Arguments: address of the system; a folder with `token`, `certificate-*.pem` with `key-*.pem`, and invoices (`*.xml`); NIP of the seller.
"""

import base64
import io
import json
import sys
import time
import zipfile
import urllib.request
from dataclasses import asdict, is_dataclass
from pathlib import Path

import xmlsec
from ksef_client import http
from ksef_client.client import KsefClient
from ksef_client.config import KsefClientOptions
from ksef_client.exceptions import KsefApiError, KsefHttpError
from ksef_client.models import FormCode
from ksef_client.models import (
    EncryptionInfo,
    InvoiceExportRequest,
    InvoiceQueryDateRange,
    InvoiceQueryFilters,
)
from ksef_client.models import (
    EnrollCertificateRequest,
    QueryCertificatesRequest,
    RetrieveCertificatesRequest,
    RevokeCertificateRequest,
)
from ksef_client.services.csr import generate_csr_ec
from ksef_client.utils.certificate_serial import is_valid_certificate_serial_number
from ksef_client.services.crypto import build_encryption_data
from ksef_client.services.hwm import update_continuation_point
from ksef_client.services.workflows import ExportWorkflow
from ksef_client.services import AuthCoordinator, BatchSessionWorkflow, OnlineSessionWorkflow
from ksef_client.utils.collective_identifier import is_valid_collective_identifier_number, make_collective_identifier_invoice
from ksef_client.models import GenerateCollectiveIdentifierRequest
from ksef_client.utils.ksef_number import validate_ksef_number
from lxml import etree

url, folder, nip = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
PATIENCE_S = 30
FA3 = FormCode(system_code="FA (3)", schema_version="1-0E", value="FA")

# The simulated system is on this machine, and its links are, too.
http._validate_presigned_url_security = lambda options, link: None
client = KsefClient(KsefClientOptions(base_url=url, base_lighthouse_url=f"{url}/latarnia"))
logging_in = AuthCoordinator(client.auth)


def until(found):
    """What `found` returns once that is something."""
    end = time.monotonic() + PATIENCE_S
    while True:
        value = found()
        if value or time.monotonic() > end:
            return value
        # Ten calls of one kind are let through in a second.
        time.sleep(0.2)


def invoice(name):
    return (folder / f"{name}.xml").read_bytes()


def key_of(usage):
    return client.security.get_public_key_certificate(usage)


def by_token(secret):
    key = key_of("KsefTokenEncryption")
    return logging_in.authenticate_with_ksef_token(
        token=secret,
        public_certificate=key.certificate,
        public_key_id=key.public_key_id,
        context_identifier_type="nip",
        context_identifier_value=nip,
        poll_interval_seconds=0.05,
    )


def by_certificate(kind):
    return logging_in.authenticate_with_xades(
        context_identifier_type="nip",
        context_identifier_value=nip,
        subject_identifier_type="certificateSubject",
        certificate_pem=(folder / f"certificate-{kind}.pem").read_text(),
        private_key_pem=(folder / f"key-{kind}.pem").read_text(),
        enforce_xades_compliance=True,
        poll_interval_seconds=0.05,
    )


def ended(status):
    return lambda: (lambda one: one if one.status.code >= 200 else None)(status())


def opened(access):
    key = key_of("SymmetricKeyEncryption")
    return {"form_code": FA3, "public_certificate": key.certificate, "public_key_id": key.public_key_id, "access_token": access}


def online(access, name):
    """One invoice from the session to both receipts."""
    session = OnlineSessionWorkflow(client.sessions).open_session(**opened(access))
    reference = session.send_invoice(invoice(name)).reference_number
    status = until(ended(lambda: session.get_invoice_status(reference)))
    read = {"reference": reference, "session_reference": session.session_reference_number, "code": status.status.code, "number": status.invoice_number, "ksef_number": status.ksef_number}
    if status.status.code == 200:
        read["is_number"] = validate_ksef_number(status.ksef_number).is_valid
        receipt = session.get_invoice_upo_by_ref(reference)
        read["receipts_agree"] = receipt == session.get_invoice_upo_by_ksef(status.ksef_number)
        read["receipt"] = receipt.decode()
        read["is_kept"] = client.invoices.get_invoice_bytes(status.ksef_number, access_token=access).content == invoice(name)
    else:
        read["details"] = status.status.details
        read["extensions"] = status.status.extensions
    session.close()
    end = until(ended(session.get_status))
    read["session"] = [end.status.code, end.successful_invoice_count, end.failed_invoice_count]
    if end.upo and end.upo.pages:
        read["page"] = session.get_upo(end.upo.pages[0].reference_number).decode()
    return read


def batch(access, names):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name in names:
            file.writestr(f"{name}.xml", invoice(name))
    workflow = BatchSessionWorkflow(client.sessions, client.http_client)
    session = workflow.open_session(**opened(access), zip_bytes=archive.getvalue())
    session.upload_parts()
    session.close()
    end = until(ended(session.get_status))
    return {
        "session": [end.status.code, end.successful_invoice_count, end.failed_invoice_count],
        "all": sorted([one.invoice_number, one.status.code] for one in session.list_invoices().invoices),
        "failed": [one.invoice_number for one in session.list_failed_invoices().invoices],
    }


def found(access, number):
    """The metadata of an invoice, once queries find it."""

    def query():
        page = client.invoices.query_invoice_metadata_by_date_range(
            subject_type="Subject1",
            date_type="PermanentStorage",
            date_from=time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(time.time() - 86_400)),
            access_token=access,
        )
        return [one for one in page.invoices if one.ksef_number == number]

    return [one.invoice_number for one in until(query) or []]


DSIG = "{http://www.w3.org/2000/09/xmldsig#}"


def holds(receipt):
    """Whether libxmlsec verifies the signature; None without one."""
    document = etree.fromstring(receipt)
    signature = document.find(f"{DSIG}Signature")
    if signature is None:
        return None
    certificate = base64.b64decode(signature.findtext(f".//{DSIG}X509Certificate"))
    context = xmlsec.SignatureContext()
    context.key = xmlsec.Key.from_memory(certificate, xmlsec.KeyFormat.CERT_DER, None)
    try:
        context.verify(signature)
        return True
    except xmlsec.VerificationError:
        return False


def signed_receipts(access, session, reference):
    read = {}
    for form in ("NONE", "RSA", "ECDSA", "XPATH", "FILTER2", "GARBLED"):
        change = urllib.request.Request(
            f"{url}/sandbox/options",
            json.dumps({"upo_signature": form}).encode(),
            {"Content-Type": "application/json"},
            method="PUT",
        )
        urllib.request.urlopen(change).close()
        read[form] = holds(client.sessions.get_session_invoice_upo_by_ref(session, reference, access_token=access))
    return read


def enrolled(access):
    """A certificate for codes, from the request to its place in the list, and its revocation."""
    data = client.certificates.get_enrollment_data(access)
    csr = generate_csr_ec(asdict(data))
    payload = EnrollCertificateRequest(certificate_name="ids judge", certificate_type="Offline", csr=csr.csr_base64)
    reference = client.certificates.send_enrollment(payload, access_token=access).reference_number
    status = until(ended(lambda: client.certificates.get_enrollment_status(reference, access_token=access)))
    serial = status.certificate_serial_number
    wanted = RetrieveCertificatesRequest(certificate_serial_numbers=[serial])
    issued = client.certificates.retrieve_certificate(wanted, access_token=access).certificates
    listed = client.certificates.query_certificates(QueryCertificatesRequest(certificate_serial_number=serial), access_token=access).certificates
    client.certificates.revoke_certificate(serial, RevokeCertificateRequest(revocation_reason="Superseded"), access_token=access)
    after = client.certificates.query_certificates(QueryCertificatesRequest(certificate_serial_number=serial), access_token=access).certificates
    return {
        "can": client.certificates.get_limits(access).can_request,
        "status": status.status.code,
        "is_serial": is_valid_certificate_serial_number(serial),
        "issued": [str(one.certificate_type) for one in issued],
        "listed": [str(one.status) for one in listed] + [str(one.status) for one in after],
    }


def options(**changed):
    body = json.dumps(changed).encode()
    change = urllib.request.Request(f"{url}/sandbox/options", body, {"Content-Type": "application/json"}, method="PUT")
    urllib.request.urlopen(change).close()


def exported(access, start, compression, subject="Subject1"):
    """One package from the request to the files in it."""
    key = key_of("SymmetricKeyEncryption")
    own = build_encryption_data(key.certificate)
    request = InvoiceExportRequest(
        encryption=EncryptionInfo(
            encrypted_symmetric_key=own.encryption_info.encrypted_symmetric_key,
            initialization_vector=own.encryption_info.initialization_vector,
            public_key_id=key.public_key_id,
        ),
        filters=InvoiceQueryFilters(
            subject_type=subject,
            date_range=InvoiceQueryDateRange(date_type="PermanentStorage", from_=start, restrict_to_permanent_storage_hwm_date=True),
        ),
        compression_type=compression,
    )
    reference = client.invoices.export_invoices(request, access_token=access).reference_number
    status = until(ended(lambda: client.invoices.get_export_status(reference, access_token=access)))
    package = status.package
    read = ExportWorkflow(client.invoices, client.http_client, require_export_part_hash=True).download_and_process_package(
        package, own, compression_type=compression
    )
    points = {}
    update_continuation_point(points, subject, package)
    return {
        "code": status.status.code,
        "parts": len(package.parts),
        "count": package.invoice_count,
        "is_truncated": package.is_truncated,
        "files": sorted(read.invoice_xml_files),
        "listed": sorted(f"{one['ksefNumber']}.xml" for one in read.metadata_summaries),
        "next": points[subject],
    }


def exports(access):
    """All invoices of today, in packages of three with parts of 1,000 bytes, of either kind of archive."""
    read = []
    for compression in ("Zip", "TarGz"):
        options(export_max_invoices=3, export_part_bytes=1_000, rate_limits={"invoiceExport": {"perSecond": 100, "perMinute": 100, "perHour": 100}})
        packages, start = [], time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(time.time() - 86_400))
        while not packages or packages[-1]["is_truncated"]:
            packages.append(exported(access, start, compression))
            start = packages[-1]["next"]
        read.append(packages)
    return read


def collective(access, numbers):
    """A number for two invoices, found again in each of the three ways."""
    calls = client.collective_identifiers
    first = calls.generate_for_ksef_numbers(numbers, access_token=access, descriptions=["half", None]).collective_identifier_number
    payments = [make_collective_identifier_invoice(number, amount="12.30", currency="PLN") for number in numbers]
    second = calls.generate(GenerateCollectiveIdentifierRequest(invoices=payments), access_token=access).collective_identifier_number
    day = time.strftime("%Y-%m-%d", time.gmtime())
    listed = list(calls.iter_query(calls_query(day), access_token=access, page_size=10))
    narrow = calls.query_by_created_range(day, day, access_token=access, invoice_count_from=3)
    return {
        "are_numbers": [is_valid_collective_identifier_number(one) for one in (first, second)],
        "listed": sorted((one.invoice_count, one.created_in_current_context) for one in listed),
        "of_three": len(narrow.collective_identifiers),
        "by_invoice": sorted(one.collective_identifier_number for one in calls.iter_by_ksef_number(numbers[0], access_token=access))
        == sorted([first, second]),
        "invoices": [
            [one.ksef_number in numbers, one.description, one.payment and one.payment.amount, one.details_hidden]
            for one in calls.iter_invoices([first, second], access_token=access, page_size=10)
        ],
        "one_is_too_few": refusal(lambda: client.http_client.request("POST", "/collective-identifiers", json={"invoices": [{"ksefNumber": numbers[0]}]}, access_token=access, expected_status={201})),
        "of_nobody": refusal(lambda: calls.generate_for_ksef_numbers([numbers[0], "5265877635-20250916-0200A0D6723E-C2"], access_token=access)),
    }


def calls_query(day):
    from ksef_client.clients.collective_identifiers import _build_query_request

    return _build_query_request(day, day)


def refusal(call):
    try:
        call()
        return None
    except KsefApiError as error:
        return [error.status_code, error.exception_response is not None]
    except KsefHttpError as error:
        return [error.status_code, error.message]
    except (RuntimeError, ValueError) as error:
        return str(error)


def plain(value):
    return asdict(value) if is_dataclass(value) else str(value)


access = by_token((folder / "token").read_text()).access_token
taken = online(access, "taken")
print(
    json.dumps(
        {
            "taken": taken,
            "found": found(access, taken["ksef_number"]),
            "again": online(access, "taken"),
            "refused": online(access, "refused"),
            "batch": batch(access, ["first", "second", "wrong"]),
            "certificates": {kind: online(by_certificate(kind).access_token, f"by-{kind}")["code"] for kind in ("rsa", "ec")},
            "token_refused": refusal(lambda: by_token("a-token-REFUSED")),
            "unknown": refusal(lambda: client.sessions.get_session_status("20261120-SO-0000000000-0000000000-00", access)),
            "signatures": signed_receipts(access, taken["session_reference"], taken["reference"]),
            "collective": collective(access, [taken["ksef_number"], online(access, "paid")["ksef_number"]]),
            "exports": exports(access),
            "object_limits": [client.limits.get_context_limits(access), client.limits.get_subject_limits(access)],
            "sessions": [one.reference_number for one in client.sessions.get_sessions(session_type="Online", page_size=10, access_token=access).sessions],
            "enrolled": enrolled(by_certificate("ec").access_token),
            "token_enrols": refusal(lambda: client.certificates.get_enrollment_data(access)),
            "limits": client.rate_limits.get_rate_limits(access),
            "lighthouse": client.lighthouse.get_status(),
        },
        default=plain,
    )
)
