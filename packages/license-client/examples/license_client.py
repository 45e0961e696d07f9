"""A second client of the license service, from docs/device-protocol.md alone. Python 3.9 and later, with `cryptography`.

    license_client.py vectors <folder>                       checks this client with the test vectors
    license_client.py activate|refresh|deactivate|status [key] --pins pins.json --store store.json

Prints one line of JSON. Exit codes: 0 done or active, 1 refused or not active, 3 service not reached.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import platform
import secrets
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

DAY = 24 * 60 * 60 * 1000
KINDS = {"board": "b", "cpu": "c", "disk": "d", "install": "i", "network": "n"}


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("not base64url")
    return data


def fields(text) -> dict:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def is_time(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


class Trust:
    """Pinned keys, and those that they lead to."""

    def __init__(self, issuer, pinned, chain=()):
        self.issuer = issuer
        self.keys = {key["kid"]: key["x"] for key in pinned}
        self.follow(chain)

    def read(self, token, kind):
        """Returns the claims of a token with a good signature, or None."""
        try:
            header_text, payload_text, signature = token.split(".")
            header = fields(decode(header_text))
            if header.get("alg") != "EdDSA" or header.get("typ") != kind or "crit" in header:
                return None
            key = Ed25519PublicKey.from_public_bytes(decode(self.keys[header["kid"]]))
            key.verify(decode(signature), f"{header_text}.{payload_text}".encode())
            return fields(decode(payload_text))
        except (ValueError, KeyError, TypeError, AttributeError, InvalidSignature):
            return None

    def follow(self, chain):
        for _ in chain:
            for link in chain:
                key = self.read(link, "key+jwt")
                if key is None or key.get("kty") != "OKP" or key.get("crv") != "Ed25519":
                    continue
                thumbprint = '{"crv":"Ed25519","kty":"OKP","x":"%s"}' % key.get("x")
                if encode(hashlib.sha256(thumbprint.encode()).digest()) == key.get("kid"):
                    self.keys[key["kid"]] = key["x"]

    def knows(self, token) -> bool:
        try:
            return fields(decode(token.split(".")[0])).get("kid") in self.keys
        except ValueError:
            return False

    def lease(self, token, activation, fingerprint):
        """Returns the claims of a lease for this activation on this computer, or None."""
        claims = self.read(token, "lease+jwt")
        if claims is None or claims.get("iss") != self.issuer or claims.get("tier") not in ("pro", "free"):
            return None
        if not is_time(claims.get("iat")) or not is_time(claims.get("exp")) or claims["exp"] <= claims["iat"]:
            return None
        if not claims.get("sub") or claims.get("activation") != activation:
            return None
        return claims if same_computer(claims.get("fingerprint", ""), fingerprint) else None

    def answer_time(self, request, response):
        """Returns the service's time in milliseconds where the answer is provably its own, or None."""
        claims = self.read(response["proof"] or "", "answer+jwt")
        wanted = {
            "iss": self.issuer,
            "nonce": request["nonce"],
            "path": request["path"],
            "status": response["status"],
            "digest": encode(hashlib.sha256(response["body"].encode()).digest()),
        }
        if claims is None or any(claims.get(name) != value for name, value in wanted.items()):
            return None
        return claims["iat"] * 1000 if is_time(claims.get("iat")) else None


def fingerprint_of(components, product) -> str:
    parts = []
    for kind, letter in KINDS.items():
        value = components.get(kind, "").strip().lower()
        if value:
            code = hmac.new(product.encode(), f"{kind}:{value}".encode(), hashlib.sha256).digest()
            parts.append(letter + encode(code)[:16])
    return "fp2." + ".".join(parts)


def same_computer(one, other) -> bool:
    if one == other:
        return True
    if not one.startswith("fp2.") or not other.startswith("fp2."):
        return False
    first, second = set(one[4:].split(".")), set(other[4:].split("."))
    return len(first & second) * 2 > max(len(first), len(second))


def judge_time(clock, local, lease) -> str:
    """Returns what a lease is worth: active, lease-ended or clock. Milliseconds."""
    seen = max(clock["seen"], lease["issuedAt"])
    told = local + clock["offset"]
    now = max(told, seen)
    if told < seen - DAY or lease["issuedAt"] > now + DAY:
        return "clock"
    return "lease-ended" if lease["endsAt"] <= now else "active"


def request_of(call, given) -> dict:
    """Returns path and body of a call, without the nonce."""
    names = {
        "activate": ("computerName", "os", "appVersion"),
        "refresh": ("activationId", "refreshSecret", "attemptId"),
        "deactivate": ("activationId", "refreshSecret"),
        "explain": ("activationId",),
    }
    wanted = ("licenseKey", "fingerprint", *names.get(call, ()))
    return {"path": f"/api/license/{call}", "body": {name: given[name] for name in wanted}}


class Client:
    def __init__(self, pins, store):
        self.url = pins["url"].rstrip("/")
        self.path = Path(store)
        self.kept = fields(self.path.read_text()) if self.path.exists() else {}
        self.trust = Trust(pins["issuer"], pins["keys"], self.kept.get("chain", []))
        machine = Path("/etc/machine-id")
        components = {
            "install": machine.read_text() if machine.exists() else "",
            "cpu": f"{platform.processor()} {platform.machine()}",
            "network": platform.node(),
        }
        self.fingerprint = fingerprint_of(components, "articlip")

    def save(self, **changed):
        """Replaces the store as a whole, so that a crash leaves the old one."""
        self.kept.update(changed)
        with tempfile.NamedTemporaryFile("w", dir=self.path.parent, delete=False) as file:
            json.dump(self.kept, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, self.path)

    def send(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"content-type": "application/json"})
        try:
            answer = urllib.request.urlopen(request, timeout=20)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return {"status": answer.status, "proof": answer.headers.get("license-proof"), "body": answer.read().decode()}

    def call(self, call, **given):
        """Returns (status, fields) of a provable answer, or None: then nothing may change."""
        request = request_of(call, {**given, "fingerprint": self.fingerprint})
        nonce = secrets.token_urlsafe(16)
        try:
            answer = self.send(request["path"], {**request["body"], "nonce": nonce})
            if answer["proof"] and not self.trust.knows(answer["proof"]):
                chain = fields(self.send("/api/license/keys.json")["body"]).get("chain", [])
                self.trust.follow(chain)
                self.save(chain=chain)
            at = self.trust.answer_time({"nonce": nonce, "path": request["path"]}, answer)
            if at is None or answer["status"] >= 500:
                return None
            now = time.time() * 1000
            self.save(clock={"offset": at - now, "seen": at})
            return answer["status"], fields(answer["body"])
        except (OSError, ValueError):
            return None

    def lease(self, call, **given):
        answer = self.call(call, **given)
        if answer is None:
            return 3, {"outcome": "not-reached"}
        status, body = answer
        if status != 200:
            return 1, {"outcome": "refused", "code": body.get("code")}
        if self.trust.lease(body["lease"], body["activationId"], self.fingerprint) is None:
            return 3, {"outcome": "not-reached"}
        names = ("activationId", "refreshSecret", "lease")
        self.save(licenseKey=given["licenseKey"], attemptId=None, **{name: body[name] for name in names})
        return 0, {"outcome": "done"}

    def activate(self, key):
        return self.lease("activate", licenseKey=key, computerName=platform.node() or "Computer", os="Python", appVersion="1.0")

    def refresh(self):
        if not self.kept.get("activationId"):
            return 1, {"outcome": "refused", "code": "NOT_ACTIVATED"}
        # Kept before the call: after a lost answer the same attempt gets the same secret.
        self.save(attemptId=self.kept.get("attemptId") or secrets.token_urlsafe(16))
        names = ("licenseKey", "activationId", "refreshSecret", "attemptId")
        return self.lease("refresh", **{name: self.kept[name] for name in names})

    def deactivate(self):
        if self.kept.get("attemptId"):
            self.refresh()
        if not self.kept.get("activationId"):
            return 1, {"outcome": "refused", "code": "NOT_ACTIVATED"}
        names = ("licenseKey", "activationId", "refreshSecret")
        answer = self.call("deactivate", **{name: self.kept[name] for name in names})
        if answer is None or answer[0] != 200:
            return (3, {"outcome": "not-reached"}) if answer is None else (1, {"outcome": "refused", "code": answer[1].get("code")})
        self.save(activationId=None, refreshSecret=None, lease=None)
        return 0, {"outcome": "done"}

    def status(self):
        kept = self.kept
        claims = self.trust.lease(kept.get("lease") or "", kept.get("activationId"), self.fingerprint)
        if claims is None:
            return 1, {"state": "needs-key"}
        lease = {"issuedAt": claims["iat"] * 1000, "endsAt": claims["exp"] * 1000}
        state = judge_time(kept["clock"], time.time() * 1000, lease)
        return (0 if state == "active" else 1), {"state": state, "endsAt": lease["endsAt"]}


def check_vectors(folder) -> list:
    """Returns what differs; empty where this client agrees with every vector."""
    def load(name):
        return json.loads((Path(folder) / f"{name}.json").read_text())
    wrong = []
    def expect(name, test, found, wanted):
        if found != wanted:
            wrong.append(f"{name} {test['id']} ({test['comment']}): {found!r} instead of {wanted!r}")
    file = load("leases")
    trust = Trust(file["issuer"], file["pinned"], file["chain"])
    for test in file["tests"]:
        found = trust.lease(test["token"], file["activation"], file["fingerprint"])
        expect("leases", test, "invalid" if found is None else "valid", test["result"])
    file = load("answers")
    trust = Trust(file["issuer"], file["pinned"], file["chain"])
    for test in file["tests"]:
        expect("answers", test, trust.answer_time(test["request"], test["response"]), test.get("time"))
    file = load("fingerprints")
    for test in file["tests"]:
        expect("fingerprints", test, fingerprint_of(test["components"], test["product"]), test["text"])
    for test in file["pairs"]:
        expect("pairs", test, same_computer(test["one"], test["other"]), test["same"])
    for test in load("clocks")["tests"]:
        expect("clocks", test, judge_time(test["clock"], test["local"], test["lease"]), test["result"])
    for test in load("requests")["tests"]:
        expect("requests", test, request_of(test["call"], test["given"]), test["request"])
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["vectors", "activate", "refresh", "deactivate", "status"])
    parser.add_argument("argument", nargs="?")
    parser.add_argument("--pins")
    parser.add_argument("--store")
    options = parser.parse_args()
    if options.command == "vectors":
        differences = check_vectors(options.argument)
        print("\n".join(differences) or "Every vector passes.")
        sys.exit(1 if differences else 0)
    client = Client(fields(Path(options.pins).read_text()), options.store)
    code, said = client.activate(options.argument) if options.command == "activate" else getattr(client, options.command)()
    print(json.dumps(said))
    sys.exit(code)
