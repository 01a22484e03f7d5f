"""A mail server (aiosmtpd) that does what the local part of the recipient says, and prints each mail as the library of Python reads it."""

import asyncio
import email
import email.policy
import hashlib
import json
import sys

from aiosmtpd.smtp import SMTP, AuthResult


def described(content):
    mail = email.message_from_bytes(content, policy=email.policy.default)
    body = mail.get_body(("plain",))
    files = [
        {
            "name": part.get_filename(),
            "type": part.get_content_type(),
            "sha256": hashlib.sha256(part.get_payload(decode=True)).hexdigest(),
        }
        for part in mail.iter_attachments()
    ]
    return {
        "headers": [[name, str(value)] for name, value in mail.items()],
        "text": body.get_content() if body else None,
        "files": files,
        "defects": [str(defect) for part in mail.walk() for defect in part.defects],
        "sha256": hashlib.sha256(content).hexdigest(),
        "longest": max(len(line) for line in content.split(b"\r\n")),
    }


class Handler:
    def __init__(self):
        self.seen = {}

    async def handle_RCPT(self, server, session, envelope, address, options):
        word = address.split("@")[0]
        if word == "refused":
            return "550 5.1.1 No such mailbox"
        if word == "later":
            return "451 4.7.1 Greylisted, try again"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        word = envelope.rcpt_tos[0].split("@")[0]
        mail = described(envelope.content)
        self.seen[mail["sha256"]] = self.seen.get(mail["sha256"], 0) + 1
        print(json.dumps({"from": envelope.mail_from, "to": envelope.rcpt_tos, **mail}), flush=True)
        if word == "content":
            return "554 5.7.1 Refused by content"
        if word == "always-lost" or (word == "lost" and self.seen[mail["sha256"]] == 1):
            server.transport.close()
        if word == "hanging":
            await asyncio.sleep(60)
        return "250 2.0.0 OK queued"


def authenticator(server, session, envelope, mechanism, data):
    return AuthResult(success=data.password == b"right", handled=False)


async def main():
    loop = asyncio.get_running_loop()
    handler = Handler()
    secret = {"authenticator": authenticator, "auth_required": True, "auth_require_tls": False}
    options = secret if "auth" in sys.argv else {}
    server = await loop.create_server(lambda: SMTP(handler, data_size_limit=300000, **options), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
