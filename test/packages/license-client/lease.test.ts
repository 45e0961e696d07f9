import { CompactSign, generateKeyPair, importJWK } from "jose";
import { describe, expect, test } from "vitest";
import { verifyLease } from "../../../packages/license-client/src/lease.ts";
import { type LeaseKeys, nextLeaseKeys } from "../../../scripts/leaseKeys.ts";

const CLAIMS = { sub: "seat", activation: "a", fingerprint: "f", tier: "pro", iat: 1000, exp: 2000 };
const keys = nextLeaseKeys();

async function sign(by: LeaseKeys["current"], claims: unknown = CLAIMS, kid = by.kid): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "EdDSA", kid })
    .sign(await importJWK(by, "EdDSA"));
}

test("a lease says what it says", async () => {
  const token = await sign(keys.current);
  expect(await verifyLease(token, [keys.current])).toEqual({
    seat: "seat",
    activation: "a",
    fingerprint: "f",
    tier: "pro",
    issuedAt: 1_000_000,
    endsAt: 2_000_000,
  });
});

test("a lease by the key before is good as long as that is published", async () => {
  const token = await sign(keys.current);
  const rotated = nextLeaseKeys(keys);
  const published = [rotated.current, ...(rotated.previous ? [rotated.previous] : [])];
  expect(await verifyLease(token, published)).toBeDefined();
  expect(await verifyLease(token, [rotated.current])).toBeUndefined();
});

describe("worth nothing", () => {
  const other = nextLeaseKeys();
  test("another's signature under our key's name", async () => {
    const forged = await sign(other.current, CLAIMS, keys.current.kid);
    expect(await verifyLease(forged, [keys.current])).toBeUndefined();
  });
  test("no signature at all", async () => {
    const header = Buffer.from(JSON.stringify({ alg: "none", kid: keys.current.kid })).toString("base64url");
    const payload = Buffer.from(JSON.stringify(CLAIMS)).toString("base64url");
    expect(await verifyLease(`${header}.${payload}.`, [keys.current])).toBeUndefined();
  });
  test("another algorithm by the same name", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(CLAIMS)))
      .setProtectedHeader({ alg: "RS256", kid: keys.current.kid })
      .sign(privateKey);
    expect(await verifyLease(token, [keys.current])).toBeUndefined();
  });
  test("claims without an end", async () => {
    const { exp, ...endless } = CLAIMS;
    expect(await verifyLease(await sign(keys.current, endless), [keys.current])).toBeUndefined();
  });
  test.each(["", ".", "..", "a.b.c", "ä.ö.ü", "a.b.c.d"])("%j", async (text) => {
    expect(await verifyLease(text, [keys.current])).toBeUndefined();
  });
});
