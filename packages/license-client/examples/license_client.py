"""A client of the license service that follows docs/device-protocol.md. Python 3.9+, with `cryptography`.

    license_client.py activate|status|refresh|deactivate [key] --pins pins.json --store store.json

`articlip-license pin` prints the pins. Exit codes: 0 done or active, 1 refused or not active, 2 wrong arguments,
3 service not reached. license_vectors.py checks this client with the test vectors.
"""

import argparse
import base64
import hashlib
import hmac
import http.client
import json
import os
import platform
import re
import secrets
import sys
import tempfile
import time
import urllib.request
import uuid
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

KINDS = ("board", "cpu", "disk", "install", "network")
VERSION = r'null|"[0-9]{1,6}(\.[0-9]{1,6}){0,2}"'
STANDS = {"EXPIRED", "PAYMENT_REQUIRED", "SUSPENDED", "REVOKED", "INACTIVE"}
FORGETS = {"SEAT_TAKEN", "FINGERPRINT_MISMATCH", "CLONE_SUSPECTED", "NOT_FOUND", "INVALID_KEY", "REPLACED"}
SECRETS = ("activationId", "refreshSecret", "lease")
NO_LIMIT = {"features": [], "coveredVersion": None, "coveredUntil": None, "metadata": {}}
DONE, NOT_REACHED = (0, {"outcome": "done"}), (3, {"outcome": "not-reached"})


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
    return type(value) is int and 0 <= value <= 8_640_000_000_000


class Trust:
    """The pinned keys and their successors."""

    def __init__(self, issuer, pinned, chain=()):
        self.issuer, self.links = issuer, []
        self.keys = {key["kid"]: key["x"] for key in pinned}
        self.follow(chain)

    def read(self, token, kind):
        """Returns the claims of a token with a good signature, or None."""
        try:
            header, payload, signature = token.split(".")
            said = fields(decode(header))
            if said.get("alg") != "EdDSA" or said.get("typ") != kind or "crit" in said:
                return None
            key = Ed25519PublicKey.from_public_bytes(decode(self.keys[said["kid"]]))
            key.verify(decode(signature), f"{header}.{payload}".encode())
            return fields(decode(payload))
        except (ValueError, KeyError, TypeError, AttributeError, InvalidSignature):
            return None

    def follow(self, chain):
        """Trusts each key that a trusted key names in the chain, in any order."""
        new = [link for link in chain if link not in self.links and self.is_link(link)]
        self.links += new
        if new:
            self.follow(chain)

    def is_link(self, link) -> bool:
        key = self.read(link, "key+jwt") or {}
        public = {name: key.get(name) for name in ("crv", "kty", "x")}
        thumbprint = hashlib.sha256(json.dumps(public, separators=(",", ":")).encode()).digest()
        if public["kty"] != "OKP" or public["crv"] != "Ed25519" or key.get("kid") != encode(thumbprint):
            return False
        self.keys[key["kid"]] = key["x"]
        return True

    def lease(self, token, activation, fingerprint):
        """Returns the claims of a lease for this activation on this computer, or None."""
        claims = self.read(token, "lease+jwt") or {}
        starts, ends = claims.get("iat"), claims.get("exp")
        good = claims.get("iss") == self.issuer and claims.get("activation") == activation
        good = good and claims.get("sub") and claims.get("tier") in ("pro", "free")
        good = good and are_entitlements(claims.get("entitlements", NO_LIMIT))
        good = good and is_time(starts) and is_time(ends) and starts < ends
        return claims if good and same_computer(str(claims.get("fingerprint")), fingerprint) else None

    def answer_time(self, request, response):
        """Returns the service's time in milliseconds if the answer provably comes from it, or None."""
        claims = self.read(response["proof"], "answer+jwt") or {}
        digest = encode(hashlib.sha256(response["body"].encode()).digest())
        wanted = {"iss": self.issuer, **request, "status": response["status"], "digest": digest}
        good = wanted.items() <= claims.items() and is_time(claims.get("iat"))
        return claims["iat"] * 1000 if good else None


def are_entitlements(said) -> bool:
    features, metadata = (said.get(name) if isinstance(said, dict) else 0 for name in ("features", "metadata"))
    if not isinstance(features, list) or not isinstance(metadata, dict):
        return False
    version, until = json.dumps(said.get("coveredVersion", 0)), said.get("coveredUntil", 0.5)
    are_texts = all(isinstance(text, str) for text in [*features, *metadata.values()])
    return are_texts and bool(re.fullmatch(VERSION, version)) and (until is None or is_time(until))


def fingerprint_of(components, product, strong=("disk", "install", "network")) -> str:
    return "fp3." + ".".join(
        (kind[0].upper() if kind in strong else kind[0])
        + encode(hmac.digest(product.encode(), f"{kind}:{value}".encode(), "sha256"))[:16]
        for kind in KINDS
        if (value := components.get(kind, "").strip().lower())
    )


def parts_of(fingerprint) -> dict:
    """Returns the hash and the strength of each part by kind; an empty dict for an opaque fingerprint."""
    kind, strong = {"fp2.": ("[a-z]", "din"), "fp3.": ("[A-Za-z]", "BCDIN")}.get(fingerprint[:4], ("$", ""))
    parts = [part for part in fingerprint[4:].split(".") if re.fullmatch(kind + r"[\w-]{16}", part)]
    return {part[0].lower(): (part[1:], part[0] in strong) for part in parts}


def same_computer(one, other) -> bool:
    first, second = parts_of(one), parts_of(other)
    common = [(*first[kind], *second[kind]) for kind in first if kind in second]
    equal = [mine and theirs for one_hash, mine, other_hash, theirs in common if one_hash == other_hash]
    weak = sum(not (mine and theirs) for _, mine, _, theirs in common)
    is_whole = one == other or len(equal) == max(len(first), len(second), 1)
    return is_whole or sum(equal) > 1 or (sum(equal) == 1 and 1 < len(equal) == weak + 1)


def judge_time(clock, local, lease) -> str:
    """Returns the state of a lease: active, lease-ended or clock. Times are in milliseconds."""
    seen, told = max(clock["seen"], lease["issuedAt"]), local + clock["offset"]
    if told < seen - 24 * 60 * 60 * 1000:
        return "clock"
    return "lease-ended" if lease["endsAt"] <= max(told, seen) else "active"


def request_of(call, given) -> dict:
    seat = ("licenseKey", "fingerprint", "activationId", "refreshSecret")
    names = {"refresh": (*seat, "attemptId"), "deactivate": seat, "validate": seat[:2], "explain": seat[:3]}
    names["activate"] = (*seat[:2], "computerName", "os", "appVersion")
    return {"path": f"/api/license/{call}", "body": {name: given[name] for name in names[call]}}


def wait_for_answer(poll, wait, interval) -> dict:
    """Polls until the customer has answered a request to sign in. A poll returns None if its answer was lost."""
    while True:
        wait(interval)
        answer = poll()
        if answer is not None and answer.get("status") not in ("pending", "slow_down"):
            return answer
        interval = min(interval * 2, 60) if answer is None else answer["interval"]


class Client:
    def __init__(self, pins, store):
        self.url, self.path = pins["url"].rstrip("/"), Path(store)
        self.kept = fields(self.path.read_text()) if self.path.exists() else {}
        self.trust = Trust(pins["issuer"], pins["keys"], self.kept.get("chain", []))
        machine, address = Path("/etc/machine-id"), uuid.getnode()
        components = {"cpu": f"{platform.processor()} {platform.machine()}"}
        components["install"] = machine.read_text() if machine.exists() else ""
        # If Python finds no address, it returns a random address with this bit set.
        components["network"] = "" if address >> 40 & 1 else f"{address:012x}"
        self.computer = {
            "fingerprint": fingerprint_of(components, "articlip"),
            "computerName": platform.node() or "Computer",
            "os": platform.system() or "Unknown",
            "appVersion": "1.0",
        }

    def save(self, **changed):
        """Replaces the whole file, so that a crash leaves the old one. Only the file's owner can read it."""
        self.kept.update(changed)
        with tempfile.NamedTemporaryFile("w", dir=self.path.parent, delete=False) as file:
            json.dump(self.kept, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, self.path)

    def send(self, path, body=None):
        headers = {"content-type": "application/json", "cache-control": "no-cache"}
        request = urllib.request.Request(self.url + path, body and json.dumps(body).encode(), headers)
        try:
            answer = urllib.request.urlopen(request, timeout=20)
        except urllib.request.HTTPError as error:
            answer = error
        with answer:
            text, proof = answer.read(256 * 1024).decode(), answer.headers.get("license-proof")
            return {"status": answer.status, "proof": proof or "", "body": text}

    def ask(self, call, **given):
        """Returns the fields of an answer that is provably the service's, or None. After None, nothing may change."""
        request = request_of(call, {**self.computer, **given})
        path, nonce = request["path"], secrets.token_urlsafe(16)
        try:
            answer = self.send(path, {**request["body"], "nonce": nonce})
            if fields(decode(answer["proof"].split(".")[0]))["kid"] not in self.trust.keys:
                self.trust.follow(fields(self.send("/api/license/keys.json")["body"])["chain"])
                self.save(chain=self.trust.links)
            at = self.trust.answer_time({"nonce": nonce, "path": path}, answer)
            if at is None or answer["status"] >= 500:
                return None
            self.save(clock={"offset": at - time.time() * 1000, "seen": at})
            return fields(answer["body"])
        except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError, RecursionError):
            return None

    def refuse(self, code, is_own):
        gone = {"attempt": None, **dict.fromkeys(SECRETS)} if code in FORGETS else {}
        if is_own and code in FORGETS | STANDS:
            self.save(refused=code, **gone)
        return 1, {"outcome": "refused", "code": code}

    def settle(self, key, body):
        """Stores the answer to activate, to refresh or to an approved sign-in."""
        if body is None:
            return NOT_REACHED
        if body.get("code") != "VALID":
            return self.refuse(body.get("code"), key == self.kept.get("licenseKey"))
        got = {name: body.get(name) for name in SECRETS}
        if self.trust.lease(got["lease"], got["activationId"], self.computer["fingerprint"]) is None:
            return NOT_REACHED
        self.save(licenseKey=key, refused=None, attempt=None, **got)
        return DONE

    def activate(self, key):
        # If the answer is lost, the stored secret may be used up, so no other call may send it.
        self.save(attempt=self.kept.get("activationId") and "activate")
        return self.settle(key, self.ask("activate", licenseKey=key))

    def refresh(self):
        kept = self.kept
        if not kept.get("activationId"):
            return 1, {"outcome": "refused", "code": "NOT_ACTIVATED"}
        if kept.get("attempt") == "activate":
            return self.activate(kept["licenseKey"])
        # Stored before the call: after a lost answer, the same attempt gets the same secret.
        self.save(attempt=kept.get("attempt") or secrets.token_urlsafe(16))
        return self.settle(kept["licenseKey"], self.ask("refresh", attemptId=kept["attempt"], **kept))

    def deactivate(self):
        settled = self.refresh() if self.kept.get("attempt") else DONE
        if self.kept.get("attempt"):
            return settled
        if not self.kept.get("activationId"):
            return 1, {"outcome": "refused", "code": "NOT_ACTIVATED"}
        body = self.ask("deactivate", **self.kept)
        if body is None or body.get("code") != "VALID":
            return NOT_REACHED if body is None else self.refuse(body.get("code"), True)
        self.save(licenseKey=None, refused=None, **dict.fromkeys(SECRETS))
        return DONE

    def status(self):
        kept, code = self.kept, self.kept.get("refused")
        if not kept.get("activationId") or code:
            return 1, {"state": "refused" if code in STANDS else "needs-key", "code": code}
        claims = self.trust.lease(kept["lease"], kept["activationId"], self.computer["fingerprint"])
        if claims is None:
            return 1, {"state": "changed"}
        lease = {"issuedAt": claims["iat"] * 1000, "endsAt": claims["exp"] * 1000}
        clock, local = kept["clock"], time.time() * 1000
        state = judge_time(clock, local, lease)
        self.save(clock={**clock, "seen": max(clock["seen"], local + clock["offset"])})
        return (0 if state == "active" else 1), {"state": state, "endsAt": lease["endsAt"]}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["activate", "status", "refresh", "deactivate"])
    parser.add_argument("key", nargs="?")
    parser.add_argument("--pins", required=True)
    parser.add_argument("--store", required=True)
    options = parser.parse_args()
    if (options.command == "activate") != (options.key is not None):
        parser.error("activate needs a key, and the other commands take none")
    client = Client(fields(Path(options.pins).read_text()), options.store)
    exit_code, said = getattr(client, options.command)(*([options.key] if options.key else []))
    print(json.dumps(said))
    sys.exit(exit_code)
