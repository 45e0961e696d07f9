import {
  ACTIVATION,
  DAY,
  DESK,
  encode,
  FINGERPRINT,
  hashed,
  ISSUER,
  keyOf,
  later,
  machine,
  numbered,
  pinned,
  START,
  stranger,
  token,
} from "./parts.ts";

const TRUST = { issuer: ISSUER, pinned: [pinned.jwk], chain: [token(pinned, "key+jwt", later.jwk)] };

/** Which keys a client trusts that pinned one key and was given a chain, from any source. */
export function chains() {
  const [last, x25519] = [keyOf("last"), { kty: "OKP", crv: "X25519", x: later.jwk.x }];
  const link = (by: typeof pinned, next: object, typ = "key+jwt", header = {}) =>
    token(by, typ, next, header);
  const [first, second] = [link(pinned, later.jwk), link(later, last.jwk)];
  const thumbprint = hashed(JSON.stringify({ crv: x25519.crv, kty: x25519.kty, x: x25519.x }));
  const test = (comment: string, chain: string[], kid: string, result: "trusted" | "unknown") => ({
    comment,
    chain,
    kid,
    result,
  });
  return {
    issuer: ISSUER,
    pinned: [pinned.jwk],
    tests: numbered([
      test("the pinned key itself", [], pinned.jwk.kid, "trusted"),
      test("named by the pinned key", [first], later.jwk.kid, "trusted"),
      test("named by a key that the pinned one named", [first, second], last.jwk.kid, "trusted"),
      test("in another order", [second, first], last.jwk.kid, "trusted"),
      test("beside something else", ["", "x.y.z", first], later.jwk.kid, "trusted"),
      test("without a chain", [], later.jwk.kid, "unknown"),
      test("a link is missing", [second], last.jwk.kid, "unknown"),
      test("named by another key", [link(stranger, later.jwk)], later.jwk.kid, "unknown"),
      test(
        "named by another key under the pinned one's name",
        [link(stranger, later.jwk, "key+jwt", { kid: pinned.jwk.kid })],
        later.jwk.kid,
        "unknown",
      ),
      test("a key that names itself", [link(later, later.jwk)], later.jwk.kid, "unknown"),
      test(
        "under a name that is not its thumbprint",
        [link(pinned, { ...stranger.jwk, kid: later.jwk.kid })],
        later.jwk.kid,
        "unknown",
      ),
      test("a key of another curve", [link(pinned, { ...x25519, kid: thumbprint })], thumbprint, "unknown"),
      test("the type of a lease", [link(pinned, later.jwk, "lease+jwt")], later.jwk.kid, "unknown"),
    ]),
  };
}

export function leases() {
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
  const entitlements = { features: [], coveredVersion: null, coveredUntil: null, metadata: {} };
  const entitled = (changed: object) => lease({ entitlements: { ...entitlements, ...changed } });
  const [header = "", payload = "", signature = ""] = lease({}).split(".");
  return {
    ...TRUST,
    activation: ACTIVATION,
    fingerprint: FINGERPRINT,
    tests: numbered([
      good("signed by the pinned key", lease({})),
      good("signed by the key that the pinned one named", token(later, "lease+jwt", claims)),
      good("one component was replaced", lease({ fingerprint: machine({ ...DESK, D: "new" }) })),
      bad("signed by another key", token(stranger, "lease+jwt", claims)),
      bad(
        "signed by another key under the pinned one's name",
        token(stranger, "lease+jwt", claims, { kid: pinned.jwk.kid }),
      ),
      bad("another issuer", lease({ iss: "https://example.com" })),
      bad("another activation", lease({ activation: "another" })),
      bad(
        "another computer of the same model",
        lease({ fingerprint: machine({ ...DESK, D: "2", I: "2", N: "2" }) }),
      ),
      bad("no seat", lease({ sub: "" })),
      bad("no end", lease({ exp: undefined })),
      bad("an end before the beginning", lease({ exp: 1 })),
      bad("an end that is a text", lease({ exp: "9999999999" })),
      bad("another tier", lease({ tier: "root" })),
      good("with entitlements that limit nothing", entitled({})),
      good(
        "with entitlements",
        entitled({
          features: ["export-4k", "voices"],
          coveredVersion: "3.2",
          coveredUntil: START / 1000,
          metadata: { team: "Ärzte" },
          later: true,
        }),
      ),
      bad("entitlements that are null", lease({ entitlements: null })),
      bad("entitlements without features", entitled({ features: undefined })),
      bad("features that are a text", entitled({ features: "voices" })),
      bad("a feature that is a number", entitled({ features: [1] })),
      bad("no covered version", entitled({ coveredVersion: undefined })),
      bad("a covered version that is a number", entitled({ coveredVersion: 3 })),
      bad("a covered version of four parts", entitled({ coveredVersion: "3.2.1.0" })),
      bad("a covered version that is a range", entitled({ coveredVersion: "<4" })),
      bad("no covered date", entitled({ coveredUntil: undefined })),
      bad("a covered date that is a text", entitled({ coveredUntil: "2027-01-01" })),
      bad("metadata that is a list", entitled({ metadata: [] })),
      bad("metadata with a number", entitled({ metadata: { seats: 3 } })),
      bad("the type of an answer", token(pinned, "answer+jwt", claims)),
      bad("no type", lease({}, { typ: undefined })),
      bad("the algorithm none", lease({}, { alg: "none" })),
      bad("a critical extension", lease({}, { crit: ["b64"] })),
      bad("an edited payload", `${header}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`),
      bad("no signature", `${header}.${payload}.`),
      bad("a fourth part", `${header}.${payload}.${signature}.x`),
      bad("nothing", ""),
      bad("a padded signature", `${header}.${payload}.${signature}==`),
    ]),
  };
}

/** The answer file of a computer without internet. */
export function offline() {
  const nonce = "vector-nonce-0001";
  const claims = {
    iss: ISSUER,
    sub: "seat-1",
    activation: ACTIVATION,
    fingerprint: FINGERPRINT,
    tier: "pro",
    nonce,
    iat: START / 1000,
    exp: (START + 30 * DAY) / 1000,
  };
  const file = (lease: unknown, chain: unknown = []) =>
    JSON.stringify({ type: "license-answer", version: 1, lease, chain });
  const lease = (changed: object = {}, by = pinned) => token(by, "lease+jwt", { ...claims, ...changed });
  const test = (comment: string, answer: string, result: string, given: object = {}) => ({
    comment,
    nonce: nonce as string | null,
    time: START + DAY,
    answer,
    ...given,
    result,
  });
  const other = machine({ ...DESK, D: "2", I: "2", N: "2" });
  return {
    issuer: ISSUER,
    pinned: [pinned.jwk],
    fingerprint: FINGERPRINT,
    tests: numbered([
      test("the answer to the request", file(lease()), "done"),
      test(
        "signed by a key that the file's chain leads to",
        file(lease({}, later), [token(pinned, "key+jwt", later.jwk)]),
        "done",
      ),
      test("signed by that key, without the chain", file(lease({}, later)), "ANSWER_INVALID"),
      test("signed by another key", file(lease({}, stranger)), "ANSWER_INVALID"),
      test("another issuer", file(lease({ iss: "https://example.com" })), "ANSWER_INVALID"),
      test("no JSON", "<html>", "ANSWER_INVALID"),
      test("the lease alone", lease(), "ANSWER_INVALID"),
      test("a lease that is a number", file(1), "ANSWER_INVALID"),
      test("another computer", file(lease({ fingerprint: other })), "ANSWER_OTHER_COMPUTER"),
      test("another request", file(lease({ nonce: "vector-nonce-0002" })), "ANSWER_USED"),
      test("a lease that came over the network", file(lease({ nonce: undefined })), "ANSWER_USED"),
      test("no request is waiting", file(lease()), "ANSWER_USED", { nonce: null }),
      test("no request is waiting, and the lease has no nonce", file(lease({ nonce: null })), "ANSWER_USED", {
        nonce: null,
      }),
      test("after its end", file(lease()), "ANSWER_EXPIRED", { time: START + 30 * DAY }),
      test("a millisecond before its end", file(lease()), "done", { time: START + 30 * DAY - 1 }),
    ]),
  };
}

export function answers() {
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
