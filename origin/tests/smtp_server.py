"""A mail server for tests: aiosmtpd, told to take mail or to misbehave.

First line on standard output: the port. Then one JSON object per line for whatever happened. It ends with its standard input.
"""

import argparse
import asyncio
import json
import logging
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

# Its complaints about clients that go away are what the tests provoke.
logging.getLogger("mail").setLevel(logging.CRITICAL)


def say(**what):
    print(json.dumps(what), flush=True)


class Handler:
    def __init__(self, options):
        self.options = options
        self.replies = list(options.reply)

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.replies:
            # The last reply stays.
            reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
            if reply != "250":
                say(refused=address)
                return reply.replace("ADDRESS", address)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        say(
            sender=envelope.mail_from,
            to=envelope.rcpt_tos,
            message=envelope.content.decode("ascii"),
            encrypted=session.ssl is not None or self.options.smtps,
            user=session.auth_data.login.decode() if session.authenticated else None,
        )
        return "250 OK"


def authenticator(path):
    def check(server, session, envelope, mechanism, data):
        with open(path, encoding="utf-8") as file:
            known = file.read().strip()
        right = isinstance(data, LoginPassword) and known == f"{data.login.decode()}:{data.password.decode()}"
        say(password="right" if right else "wrong")
        return AuthResult(success=right, handled=right, auth_data=data)

    return check


async def serve(options):
    handler = Handler(options)
    tls = None
    if options.certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(options.certificate, options.key)
    settings = {"hostname": "mail.test", "enable_SMTPUTF8": False}
    if options.credentials:
        settings.update(
            authenticator=authenticator(options.credentials),
            auth_required=True,
            auth_require_tls=tls is not None and not options.smtps,
        )
    if tls and not options.smtps:
        settings.update(tls_context=tls, require_starttls=True)

    def connection():
        return SMTP(handler, loop=loop, **settings)

    async def misbehave(reader, writer):
        say(connected=True)
        if options.hang:
            await reader.read()
        writer.close()

    loop = asyncio.get_running_loop()
    if options.hang or options.close:
        server = await asyncio.start_server(misbehave, "127.0.0.1", options.port)
    else:
        server = await loop.create_server(connection, "127.0.0.1", options.port, ssl=tls if options.smtps else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--reply", action="append", default=[], help="what recipients get, one after the other; 250 takes them")
    parser.add_argument("--hang", action="store_true", help="take connections and say nothing")
    parser.add_argument("--close", action="store_true", help="take connections and close them")
    parser.add_argument("--port", type=int, default=0, help="listen there; 0: at a free port")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--smtps", action="store_true", help="encrypt from the first byte on, instead of by STARTTLS")
    parser.add_argument("--credentials", help="file with user:password, read at every sign-in")
    asyncio.run(serve(parser.parse_args()))


main()
