import { beforeEach, expect, test, vi } from "vitest";
import { leaseKeyChain, publicLeaseKeys, signLease } from "../../../functions/platform/leases.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { createTrust } from "../../../packages/license-client/src/trust.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";

const secret = vi.hoisted(() => ({ value: "" }));
vi.mock("../../../functions/platform/secrets.ts", () => ({ readSecret: async () => secret.value }));

const CLAIMS = {
  iss: "https://shop.example.com",
  sub: "seat",
  activation: "activation",
  fingerprint: "fingerprint",
  tier: "pro" as const,
  entitlements: { features: [], coveredVersion: null, coveredUntil: null, metadata: {} },
  iat: 1000,
  exp: 2000,
};
const first = nextLeaseKeys();

/** As a client reads it that pins these keys. */
const read = (lease: string, pinned: Awaited<ReturnType<typeof publicLeaseKeys>>, chain: string[] = []) => {
  const trust = createTrust(CLAIMS.iss, pinned, nodeCrypto);
  trust.follow(chain);
  return trust.readLease(lease);
};

beforeEach(() => {
  vi.stubEnv("SECRET_LEASE", "lease");
  secret.value = JSON.stringify(first);
});

test("a lease is checked with what is published", async () => {
  expect(read(await signLease(CLAIMS), await publicLeaseKeys())).toMatchObject({ seat: "seat" });
});

test("one that was signed before a rotation stays valid, and nothing private is published", async () => {
  const before = await signLease(CLAIMS);
  const pinned = await publicLeaseKeys();
  const second = nextLeaseKeys(first);
  secret.value = JSON.stringify(second);
  const published = await publicLeaseKeys();
  expect(published.map(({ kid }) => kid)).toEqual([second.current.kid, first.current.kid]);
  expect(read(before, published)).toBeDefined();
  expect(read(await signLease(CLAIMS), pinned)).toBeUndefined();
  expect(read(await signLease(CLAIMS), pinned, await leaseKeyChain())).toBeDefined();
  expect(JSON.stringify(published)).not.toContain(second.current.d);
});

test("a secret that is no pair of keys is not signed with", async () => {
  secret.value = "{}";
  await expect(signLease(CLAIMS)).rejects.toThrow();
});
