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
      bad("a padded signature", `${header}.${payload}.${signature}==`),
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
