"""Checks license_client.py with the test vectors: license_vectors.py <folder>. Exit codes: 0 all pass, 1 not all."""

import json
import sys
from pathlib import Path

from license_client import (
    FORGETS,
    STANDS,
    Trust,
    fingerprint_of,
    judge_time,
    parts_of,
    request_of,
    same_computer,
    wait_for_answer,
)


DAY = 24 * 60 * 60 * 1000


def trust_of(file) -> Trust:
    return Trust(file["issuer"], file["pinned"], file["chain"])


def chain(file, test):
    trust = Trust(file["issuer"], file["pinned"], test["chain"])
    return "trusted" if test["kid"] in trust.keys else "unknown", test["result"]


def lease(file, test):
    claims = trust_of(file).lease(test["token"], file["activation"], file["fingerprint"])
    return "invalid" if claims is None else "valid", test["result"]


def answer(file, test):
    return trust_of(file).answer_time(test["request"], test["response"]), test["time"]


def fingerprint(_, test):
    return fingerprint_of(test["components"], test["product"]), test["text"]


def computer(_, test):
    text = fingerprint_of(test["components"], test["product"], test["strong"])
    weak = sum(strong for _, strong in parts_of(text).values()) < 2
    return (text, weak), (test["text"], test["weak"])


def pair(_, test):
    return same_computer(test["one"], test["other"]), test["same"]


def clock(_, test):
    return judge_time(test["clock"], test["local"], test["lease"]), test["result"]


def answered_clock(_, test):
    """The clock to store after an answer file. `asked`: the latest time seen when the request was made."""
    lease, local = test["lease"], test["local"]
    told = local + test["clock"]["offset"]
    is_likely = lease["issuedAt"] - DAY <= told < lease["endsAt"]
    offset = test["clock"]["offset"] if is_likely else 0
    ahead = max(0, test["clock"]["asked"] - lease["issuedAt"])
    seen = max(lease["issuedAt"], test["clock"]["seen"] - ahead)
    is_over = lease["endsAt"] <= max(local + offset, seen)
    return "ANSWER_EXPIRED" if is_over else {"offset": offset, "seen": seen}, test["result"]


def request(_, test):
    return request_of(test["call"], test["given"]), test["request"]


def code(_, test):
    found = "forgets" if test["code"] in FORGETS else "stands" if test["code"] in STANDS else "nothing"
    return found, test["result"]


def sign_in(_, test):
    answers, pauses = iter(test["answers"]), []
    status = wait_for_answer(lambda: next(answers), pauses.append, test["interval"])["status"]
    results = {"approved": "done", "denied": "ACCESS_DENIED", "expired": "EXPIRED_TOKEN"}
    return (pauses, results.get(status)), (test["pauses"], test["result"])


def offline(file, test):
    """The outcome of an answer file on a computer that has made a request."""
    try:
        said = json.loads(test["answer"])
        trust = Trust(file["issuer"], file["pinned"], said["chain"])
        claims = trust.read(said["lease"], "lease+jwt") or {}
        computer = str(claims.get("fingerprint"))
        if trust.lease(said["lease"], claims.get("activation"), computer) is None:
            return "ANSWER_INVALID", test["result"]
    except (ValueError, TypeError, KeyError):
        return "ANSWER_INVALID", test["result"]
    if not same_computer(computer, file["fingerprint"]):
        return "ANSWER_OTHER_COMPUTER", test["result"]
    if test["nonce"] is None or claims.get("nonce") != test["nonce"]:
        return "ANSWER_USED", test["result"]
    return "ANSWER_EXPIRED" if claims["exp"] * 1000 <= test["time"] else "done", test["result"]


CHECKS = [
    ("chains", "tests", chain),
    ("leases", "tests", lease),
    ("answers", "tests", answer),
    ("fingerprints", "tests", fingerprint),
    ("fingerprints", "pairs", pair),
    ("computers", "tests", computer),
    ("computers", "pairs", pair),
    ("clocks", "tests", clock),
    ("clocks", "answers", answered_clock),
    ("requests", "tests", request),
    ("codes", "tests", code),
    ("signIns", "tests", sign_in),
    ("offline", "tests", offline),
]

if __name__ == "__main__":
    count, wrong = 0, []
    for name, tests, check in CHECKS:
        file = json.loads((Path(sys.argv[1]) / f"{name}.json").read_text())
        for test in file[tests]:
            count += 1
            found, wanted = check(file, test)
            if found != wanted:
                wrong.append(f"{name} {test['id']} ({test['comment']}): {found!r} instead of {wanted!r}")
    print("\n".join([*wrong, f"{count} vectors, {len(wrong)} differ"]))
    sys.exit(1 if wrong else 0)
