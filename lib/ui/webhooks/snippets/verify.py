import base64
import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300
BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def verify(secret, headers, body):
    """Raises ValueError unless a request was signed with your webhook's secret within the last five minutes.

    `body` is the raw body as bytes, before any parsing. `headers` has lower-case names, or ignores case, as those of
    Flask, Django and Starlette do.
    """
    message_id = headers.get("webhook-id")
    timestamp = headers.get("webhook-timestamp")
    signatures = headers.get("webhook-signature")
    if not (message_id and timestamp and signatures):
        raise ValueError("A signature header is missing")

    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("The timestamp is too far from now")

    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(_key_of(secret), signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(each.encode(), expected) for each in signatures.split(" ")):
        raise ValueError("The signature does not match")


def _key_of(secret):
    """Secrets are base64 after `whsec_`; one of your own that is not is used as it stands."""
    encoded = secret.removeprefix("whsec_")
    return base64.b64decode(encoded) if BASE64.fullmatch(encoded) else secret.encode()
