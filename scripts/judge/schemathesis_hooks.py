"""Hooks of schemathesis: authorizes with the token that the judge keeps fresh, and counts the answers by status."""

import atexit
import json
import os
from collections import Counter
from pathlib import Path

import schemathesis

SECONDS = 30
answers = Counter()


@schemathesis.auth(refresh_interval=SECONDS)
class Token:
    def get(self, case, context):
        return Path(os.environ["TOKEN_FILE"]).read_text()

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def after_call(context, case, response):
    answers[response.status_code] += 1


atexit.register(lambda: Path(os.environ["ANSWERS_FILE"]).write_text(json.dumps(answers)))
