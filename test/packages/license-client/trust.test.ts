import { describe, expect, test } from "vitest";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { createTrust } from "../../../packages/license-client/src/trust.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { digestOf, publicOf, signToken } from "./sign.ts";

const ISSUER = "https://shop.example.com";
const CLAIMS = {
  iss: ISSUER,
  sub: "seat",
  activation: "activation",
  fingerprint: "fingerprint",
  tier: "pro",
  iat: 1000,
  exp: 2000,
};
const keys = nextLeaseKeys();
const other = nextLeaseKeys();
const trustIn = (...pinned: (typeof keys)[]) =>
  createTrust(
    ISSUER,
    pinned.map(({ current }) => publicOf(current)),
    nodeCrypto,
  );
const lease = (claims: object = CLAIMS, header = {}) => signToken(keys.current, "lease+jwt", claims, header);

test("the library reads every field of a lease", () => {
  expect(trustIn(keys).readLease(lease())).toEqual({
    seat: "seat",
    activation: "activation",
    fingerprint: "fingerprint",
    tier: "pro",
    entitlements: { features: [], coveredVersion: null, coveredUntil: null, metadata: {} },
    nonce: "",
    issuedAt: 1_000_000,
    endsAt: 2_000_000,
  });
});

describe("the library refuses as a lease", () => {
  test.each([
    ["a token with the user's signature", signToken(other.current, "lease+jwt", CLAIMS)],
    [
      "a token with the user's signature and our key's name",
      signToken({ ...other.current, kid: keys.current.kid }, "lease+jwt", CLAIMS),
    ],
    ["a token of another issuer", lease({ ...CLAIMS, iss: "https://example.com" })],
    ["a token without an issuer", lease({ ...CLAIMS, iss: undefined })],
    ["a token without a seat", lease({ ...CLAIMS, sub: "" })],
    ["a token without an end", lease({ ...CLAIMS, exp: undefined })],
    ["a token with a text as its end", lease({ ...CLAIMS, exp: "9999999999" })],
    ["a token that ends before its start", lease({ ...CLAIMS, exp: 999 })],
    ["a token of an unknown tier", lease({ ...CLAIMS, tier: "root" })],
    ["an answer's proof", signToken(keys.current, "answer+jwt", CLAIMS)],
    ["a key's statement", signToken(keys.current, "key+jwt", CLAIMS)],
    ["a token of another algorithm", lease(CLAIMS, { alg: "none" })],
    ["a token with a critical extension", lease(CLAIMS, { crit: ["b64"] })],
    ["a token without a signature", `${lease().split(".").slice(0, 2).join(".")}.`],
    ["a token of four parts", `${lease()}.x`],
    ...["", ".", "..", "a.b.c", "ä.ö.ü", "a.b.c.d"].map((text) => [JSON.stringify(text), text]),
  ])("%s", (_name, token = "") => {
    expect(trustIn(keys).readLease(token)).toBeUndefined();
  });
});

describe("a rotation", () => {
  const second = nextLeaseKeys(keys);
  const third = nextLeaseKeys(second);
  const signed = signToken(third.current, "lease+jwt", CLAIMS);

  test("is followed from the pinned key along a chain in any order", () => {
    const trust = trustIn(keys);
    expect(trust.readLease(signed)).toBeUndefined();
    expect(trust.follow([...(third.chain ?? [])].reverse())).toHaveLength(2);
    expect(trust.readLease(signed)).toBeDefined();
    expect(trust.readLease(lease())).toBeDefined();
  });
  test("is not followed over a gap", () => {
    const trust = trustIn(keys);
    trust.follow((third.chain ?? []).slice(1));
    expect(trust.readLease(signed)).toBeUndefined();
  });
  test("is not accepted from a stranger or from a lease in place of a key's statement", () => {
    const trust = trustIn(keys);
    const stranger = publicOf(other.current);
    trust.follow([
      signToken(other.current, "key+jwt", stranger),
      signToken({ ...other.current, kid: keys.current.kid }, "key+jwt", stranger),
      signToken(keys.current, "lease+jwt", stranger),
      signToken(keys.current, "key+jwt", { ...stranger, kid: "a-name-of-its-own" }),
    ]);
    expect(trust.readLease(signToken(other.current, "lease+jwt", CLAIMS))).toBeUndefined();
  });
});

describe("an answer", () => {
  const body = '{"code":"VALID"}';
  const claims = { iss: ISSUER, nonce: "nonce", path: "/api/x", status: 200, digest: digestOf(body), iat: 7 };
  const received = { nonce: "nonce", path: "/api/x", status: 200, body };
  const timeOf = (changed: object, type = "answer+jwt") =>
    trustIn(keys).timeOfAnswer({
      ...received,
      proof: signToken(keys.current, type, { ...claims, ...changed }),
    });

  test("with a signature for this request gives the time", () => {
    expect(timeOf({})).toBe(7000);
  });
  test.each([
    ["of another request", { nonce: "another" }],
    ["of another call", { path: "/api/y" }],
    ["with another status", { status: 403 }],
    ["with another body", { digest: digestOf("{}") }],
    ["of another issuer", { iss: "https://example.com" }],
    ["without a time", { iat: undefined }],
  ])("%s does not give the time", (_name, changed) => {
    expect(timeOf(changed)).toBeUndefined();
  });
  test("with the type of a lease does not give the time", () => {
    expect(timeOf({}, "lease+jwt")).toBeUndefined();
  });
});
