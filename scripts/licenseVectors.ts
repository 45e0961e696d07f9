import { createHash, createHmac, createPrivateKey, sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * The test vectors of the license protocol, for a client in any language: `node scripts/licenseVectors.ts` writes
 * packages/license-client/vectors. The keys are made of fixed seeds, so that the files only change with the protocol.
 */
const ISSUER = "https://shop.example.com";
const DAY = 86_400_000;
const START = Date.parse("2026-03-15T12:00:00.000Z");
const ACTIVATION = "2f1c7a52-activation";
const hashed = (text: string) => createHash("sha256").update(text).digest("base64url");

function keyOf(seed: string) {
  const d = createHash("sha256").update(`vector key ${seed}`).digest();
  // RFC 8410: an Ed25519 private key in PKCS #8 is these bytes and the seed.
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), d]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const x = String(key.export({ format: "jwk" }).x);
  const kid = hashed(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }));
  return { key, jwk: { kid, kty: "OKP" as const, crv: "Ed25519" as const, x } };
}
const [pinned, later, stranger] = [keyOf("pinned"), keyOf("later"), keyOf("stranger")];

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
function token(
  by: typeof pinned,
  typ: string,
  claims: unknown,
  header: Record<string, unknown> = {},
): string {
  const signed = `${encode({ alg: "EdDSA", kid: by.jwk.kid, typ, ...header })}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), by.key).toString("base64url")}`;
}

const hash = (letter: string, value: string) => `${letter}${hashed(value).slice(0, 16)}`;
const machine = (values: Record<string, string>) =>
  `fp2.${Object.entries(values)
    .map(([letter, value]) => hash(letter, value))
    .join(".")}`;
const DESK = { b: "board", c: "cpu", d: "disk", i: "install", n: "network" };
const FINGERPRINT = machine(DESK);
const TRUST = { issuer: ISSUER, pinned: [pinned.jwk], chain: [token(pinned, "key+jwt", later.jwk)] };
const numbered = <T extends object>(tests: readonly T[]) =>
  tests.map((test, index) => ({ id: index + 1, ...test }));

function leases() {
  const claims = {
    iss: ISSUER,
    sub: "seat-1",
    activation: ACTIVATION,
    fingerprint: FINGERPRINT,
    tier: "pro",
    iat: START / 1000,
    exp: (START + DAY) / 1000,
  };
  const good = (comment: string, text: string) => ({ comment, token: text, result: "valid" });
  const bad = (comment: string, text: string) => ({ comment, token: text, result: "invalid" });
  const lease = (changed: object, header = {}) =>
    token(pinned, "lease+jwt", { ...claims, ...changed }, header);
  const [header = "", payload = "", signature = ""] = lease({}).split(".");
  return {
    ...TRUST,
    activation: ACTIVATION,
    fingerprint: FINGERPRINT,
    tests: numbered([
      good("signed by the pinned key", lease({})),
      good("signed by the key that the pinned one named", token(later, "lease+jwt", claims)),
      good("one component was replaced", lease({ fingerprint: machine({ ...DESK, d: "new" }) })),
      bad("signed by another key", token(stranger, "lease+jwt", claims)),
      bad(
        "signed by another key under the pinned one's name",
        token(stranger, "lease+jwt", claims, { kid: pinned.jwk.kid }),
      ),
      bad("another issuer", lease({ iss: "https://example.com" })),
      bad("another activation", lease({ activation: "another" })),
      bad(
        "another computer of the same model",
        lease({ fingerprint: machine({ ...DESK, d: "2", i: "2", n: "2" }) }),
      ),
      bad("no seat", lease({ sub: "" })),
      bad("no end", lease({ exp: undefined })),
      bad("an end before the beginning", lease({ exp: 1 })),
      bad("an end that is a text", lease({ exp: "9999999999" })),
      bad("another tier", lease({ tier: "root" })),
      bad("the type of an answer", token(pinned, "answer+jwt", claims)),
      bad("no type", lease({}, { typ: undefined })),
      bad("the algorithm none", lease({}, { alg: "none" })),
      bad("a critical extension", lease({}, { crit: ["b64"] })),
      bad("an edited payload", `${header}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`),
      bad("no signature", `${header}.${payload}.`),
      bad("a fourth part", `${header}.${payload}.${signature}.x`),
      bad("nothing", ""),
    ]),
  };
}

function answers() {
  const body = '{"code":"VALID","message":"This license is valid."}';
  const request = { path: "/api/license/refresh", nonce: "vector-nonce-0001" };
  const claims = { iss: ISSUER, ...request, status: 200, digest: hashed(body), iat: START / 1000 };
  const answer = (
    comment: string,
    changed: object,
    response: object = {},
    by = pinned,
    type = "answer+jwt",
  ) => ({
    comment,
    request,
    response: { status: 200, proof: token(by, type, { ...claims, ...changed }), body, ...response },
  });
  const refusal = '{"code":"SEAT_TAKEN","error":"Taken"}';
  return {
    ...TRUST,
    tests: numbered([
      { ...answer("a good answer", {}), result: "valid", time: START },
      {
        ...answer("a good refusal", { status: 409, digest: hashed(refusal) }, { status: 409, body: refusal }),
        result: "valid",
        time: START,
      },
      { ...answer("by the key that the pinned one named", {}, {}, later), result: "valid", time: START },
      ...[
        answer("a captive portal", {}, { proof: null, body: "<html>" }),
        answer("a firewall", {}, { status: 403, proof: null, body: '{"code":"REVOKED"}' }),
        answer("another request's nonce", { nonce: "vector-nonce-0002" }),
        answer("another call", { path: "/api/license/activate" }),
        answer("another status", {}, { status: 409 }),
        answer("an edited body", {}, { body: body.replace("VALID", "EXPIRED") }),
        answer("a truncated body", {}, { body: body.slice(0, -1) }),
        answer("another issuer", { iss: "https://example.com" }),
        answer("another key", {}, {}, stranger),
        answer("the type of a lease", {}, {}, pinned, "lease+jwt"),
        answer("no time", { iat: undefined }),
      ].map((test) => ({ ...test, result: "invalid", time: null })),
    ]),
  };
}

function clocks() {
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
  };
}

function fingerprints() {
  const components = {
    board: "Maker|Model",
    cpu: "CPU x64",
    disk: "nvme-1",
    install: "8D7C9A",
    network: "aa:bb:cc:00:11:22",
  };
  const names = { board: "b", cpu: "c", disk: "d", install: "i", network: "n" };
  const text = (values: Record<string, string>, product: string) =>
    `fp2.${Object.entries(names)
      .flatMap(([kind, letter]) => {
        const value = values[kind]?.trim().toLowerCase();
        return value ? [letter + hmac(product, `${kind}:${value}`).slice(0, 16)] : [];
      })
      .join(".")}`;
  const test = (comment: string, values: Record<string, string>, product = "articlip") => ({
    comment,
    product,
    components: values,
    text: text(values, product),
  });
  const pair = (comment: string, one: string, other: string, same: boolean) => ({
    comment,
    one,
    other,
    same,
  });
  const two = { b: DESK.b, c: DESK.c };
  return {
    tests: numbered([
      test("all components", components),
      test("another product", components, "another"),
      test("spaces and case do not count", { ...components, install: " 8d7c9a\n" }),
      test("a container", { cpu: "CPU x64" }),
    ]),
    pairs: numbered([
      pair("the same", FINGERPRINT, FINGERPRINT, true),
      pair("a new disk", FINGERPRINT, machine({ ...DESK, d: "new" }), true),
      pair("a new disk and adapter", FINGERPRINT, machine({ ...DESK, d: "new", n: "new" }), true),
      pair(
        "another computer of the same model",
        FINGERPRINT,
        machine({ ...DESK, d: "2", i: "2", n: "2" }),
        false,
      ),
      pair("only two of five", FINGERPRINT, machine(two), false),
      pair("opaque, the same", "0b0f1c9e-opaque-text", "0b0f1c9e-opaque-text", true),
      pair("opaque, another", "0b0f1c9e-opaque-text", FINGERPRINT, false),
    ]),
  };
}

const hmac = (key: string, data: string) => createHmac("sha256", key).update(data).digest("base64url");

function requests() {
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
function signIns() {
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

export const VECTORS = { leases, answers, clocks, fingerprints, requests, signIns };
/** As the formatter writes it: a list of numbers on one line. */
export const vectorText = (content: object) =>
  `${JSON.stringify(content, null, 2).replaceAll(/\[\s+\d+(?:,\s+\d+)*\s+\]/g, (numbers) => `[${numbers.match(/\d+/g)?.join(", ")}]`)}\n`;

if (import.meta.main) {
  const folder = path.resolve(import.meta.dirname, "../packages/license-client/vectors");
  mkdirSync(folder, { recursive: true });
  for (const [name, make] of Object.entries(VECTORS))
    writeFileSync(path.join(folder, `${name}.json`), vectorText(make()));
}
