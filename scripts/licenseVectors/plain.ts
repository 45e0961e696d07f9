import { ACTIVATION, DAY, DESK, FINGERPRINT, fingerprint, machine, numbered, START } from "./parts.ts";

export function clocks() {
  const lease = { issuedAt: START, endsAt: START + DAY };
  const test = (comment: string, local: number, result: string, clock = { offset: 0, seen: START }) => ({
    comment,
    clock,
    local,
    lease,
    result,
  });
  return {
    tests: numbered([
      test("within the lease", START + 1, "active"),
      test("the last millisecond", START + DAY - 1, "active"),
      test("at its end", START + DAY, "lease-ended"),
      test("a clock that is wrong by 400 days, known", START + 400 * DAY, "active", {
        offset: -400 * DAY,
        seen: START,
      }),
      test("set back by a day", START - DAY, "active"),
      test("set back by more", START - DAY - 1, "clock"),
      test("set back within a day, after its end was seen", START + DAY - 1, "lease-ended", {
        offset: 0,
        seen: START + DAY,
      }),
      test("set back below the time that the lease was issued", START - 2 * DAY, "clock", {
        offset: 0,
        seen: 0,
      }),
    ]),
    answers: answered(),
  };
}

/** What an answer file does to a clock. */
function answered() {
  const lease = { issuedAt: START, endsAt: START + 30 * DAY };
  const test = (
    comment: string,
    clock: { offset: number; seen: number; asked: number },
    local: number,
    result: { offset: number; seen: number } | "ANSWER_EXPIRED",
  ) => ({ comment, clock, local, lease, result });
  const fresh = { offset: 0, seen: START };
  const ahead = START + 400 * DAY;
  return numbered([
    test("nothing was seen", { offset: 0, seen: 0, asked: 0 }, START + DAY, fresh),
    test("after the lease's end", { offset: 0, seen: 0, asked: 0 }, START + 30 * DAY, "ANSWER_EXPIRED"),
    test("the clock stood ahead before the request", { offset: 0, seen: ahead, asked: ahead }, START, fresh),
    test("time passed since the request", { offset: 0, seen: ahead + 9 * DAY, asked: ahead }, START, {
      offset: 0,
      seen: START + 9 * DAY,
    }),
    test(
      "the clock stood ahead after the request",
      { offset: 0, seen: ahead, asked: START },
      START,
      "ANSWER_EXPIRED",
    ),
    test("a request of before the last proof", { offset: 0, seen: START + 20 * DAY, asked: 0 }, START, {
      offset: 0,
      seen: START + 20 * DAY,
    }),
    test(
      "a clock that is wrong, known",
      { offset: -400 * DAY, seen: START - DAY, asked: START - DAY },
      ahead + 1,
      { offset: -400 * DAY, seen: START },
    ),
    test("a known error that was corrected", { offset: -400 * DAY, seen: START, asked: START }, START, fresh),
    test("and in the other direction", { offset: 400 * DAY, seen: START, asked: START }, START, fresh),
  ]);
}

export function fingerprints() {
  const components = {
    board: "Maker|Model",
    cpu: "CPU x64",
    disk: "nvme-1",
    install: "8D7C9A",
    network: "aa:bb:cc:00:11:22",
  };
  const test = (comment: string, values: Record<string, string>, product = "articlip") => ({
    comment,
    product,
    components: values,
    text: fingerprint(values, product),
  });
  const pair = (comment: string, one: string, other: string, same: boolean) => ({
    comment,
    one,
    other,
    same,
  });
  const before = (values: Record<string, string>) =>
    machine(
      Object.fromEntries(Object.entries(values).map(([kind, value]) => [kind.toLowerCase(), value])),
    ).replace("fp3.", "fp2.");
  return {
    tests: numbered([
      test("all components", components),
      test("another product", components, "another"),
      test("spaces and case do not count", { ...components, install: " 8d7c9a\n" }),
      test("a container", { cpu: "CPU x64" }),
    ]),
    pairs: numbered([
      pair("the same", FINGERPRINT, FINGERPRINT, true),
      pair("a new disk", FINGERPRINT, machine({ ...DESK, D: "new" }), true),
      pair("a new disk with a new installation", FINGERPRINT, machine({ ...DESK, D: "new", I: "new" }), true),
      pair(
        "a new disk with a new installation and board",
        FINGERPRINT,
        machine({ ...DESK, D: "new", I: "new", b: "new" }),
        false,
      ),
      pair(
        "another computer of the same model",
        FINGERPRINT,
        machine({ ...DESK, D: "2", I: "2", N: "2" }),
        false,
      ),
      pair(
        "two strong parts, another board",
        FINGERPRINT,
        machine({ ...DESK, b: "2", c: "2", D: "2" }),
        true,
      ),
      pair("only weak parts of it", FINGERPRINT, machine({ b: DESK.b, c: DESK.c }), false),
      pair("one strong part alone", FINGERPRINT, machine({ I: DESK.I }), false),
      pair("weak parts alone, all equal", machine({ c: "c" }), machine({ c: "c" }), true),
      pair("weak parts alone, one more", machine({ c: "c" }), machine({ b: "b", c: "c" }), false),
      pair(
        "strong in one of them only",
        machine({ c: "c", I: "i" }),
        machine({ b: "b", c: "c", i: "i" }),
        false,
      ),
      pair("before version 1.3", before(DESK), FINGERPRINT, true),
      pair("before version 1.3, with a new disk", before(DESK), machine({ ...DESK, D: "new" }), true),
      pair("before version 1.3, weak parts alone", before({ c: "c" }), machine({ c: "c" }), true),
      pair("capitals before version 1.3", FINGERPRINT.replace("fp3.", "fp2."), FINGERPRINT, false),
      pair("opaque, the same", "0b0f1c9e-opaque-text", "0b0f1c9e-opaque-text", true),
      pair("opaque, another", "0b0f1c9e-opaque-text", FINGERPRINT, false),
    ]),
  };
}

export function requests() {
  const given = {
    licenseKey: "7K3MQ-9X2VD-4H8TN-R6WBC-PJ5ZE",
    fingerprint: FINGERPRINT,
    computerName: "desk",
    os: "Linux 6.12",
    appVersion: "1.0",
    activationId: ACTIVATION,
    refreshSecret: "s".repeat(43),
    attemptId: "attempt-number-0001",
  };
  const { licenseKey, fingerprint, computerName, os, appVersion, activationId, refreshSecret, attemptId } =
    given;
  const computer = { licenseKey, fingerprint };
  const secret = { ...computer, activationId, refreshSecret };
  const test = (call: string, comment: string, body: object) => ({
    comment,
    call,
    given,
    request: { path: `/api/license/${call}`, body },
  });
  return {
    about: "A nonce is added to each body.",
    tests: numbered([
      test("activate", "takes the seat", { ...computer, computerName, os, appVersion }),
      test("refresh", "renews the lease", { ...secret, attemptId }),
      test("deactivate", "leaves the seat", secret),
      test("validate", "asks", computer),
      test("explain", "asks why", { ...computer, activationId }),
    ]),
  };
}

/** What a client does while it waits for the customer (RFC 8628, section 3.5). Pauses in seconds, before each poll. */
export function signIns() {
  const pending = { status: "pending", interval: 5 };
  const slow = (interval: number) => ({ status: "slow_down", interval });
  const test = (
    comment: string,
    answers: ({ status: string; interval?: number } | null)[],
    pauses: number[],
    result: string,
  ) => ({
    comment,
    interval: 5,
    answers,
    pauses,
    result,
  });
  return {
    about: "For clients that offer signing in. An answer of null stands for a service that was not reached.",
    tests: numbered([
      test("approved at the third poll", [pending, pending, { status: "approved" }], [5, 5, 5], "done"),
      test("denied", [pending, { status: "denied" }], [5, 5], "ACCESS_DENIED"),
      test("expired", [{ status: "expired" }], [5], "EXPIRED_TOKEN"),
      test("slowed down twice", [slow(10), slow(15), { status: "approved" }], [5, 10, 15], "done"),
      test(
        "not reached for a while",
        [null, null, null, null, null, pending, { status: "approved" }],
        [5, 10, 20, 40, 60, 60, 5],
        "done",
      ),
    ]),
  };
}

/** What a refusal does to the activation that it is about. */
export function codes() {
  const results = {
    forgets: [
      "SEAT_TAKEN",
      "FINGERPRINT_MISMATCH",
      "CLONE_SUSPECTED",
      "NOT_FOUND",
      "INVALID_KEY",
      "REPLACED",
    ],
    stands: ["EXPIRED", "PAYMENT_REQUIRED", "SUSPENDED", "REVOKED", "INACTIVE"],
    nothing: ["SWAP_LIMIT", "SEAT_BUSY", "RATE_LIMITED", "INTERNAL_ERROR", "A_CODE_OF_LATER"],
  };
  return {
    tests: numbered(
      Object.entries(results).flatMap(([result, all]) =>
        all.map((code) => ({ comment: `a refusal with ${code}`, code, result })),
      ),
    ),
  };
}
