import { expect, test, vi } from "vitest";
import { setEntitlements } from "#shared/licenses/operator.ts";
import { leaseKeyChain, publicLeaseKeys, signLease } from "../../../functions/platform/leases.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { createTrust } from "../../../packages/license-client/src/trust.ts";
import { nextLeaseKeys, publicLeaseKeys as published } from "../../../scripts/leaseKeys.ts";
import { signToken } from "../../../scripts/signToken.ts";
import { connectKms, signBy, signingKey } from "../../support/kms.ts";

connectKms();

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

/** Reads a lease as a client that pins these keys. */
const read = (lease: string, pinned: ReturnType<typeof publicLeaseKeys>, chain: string[] = []) => {
  const trust = createTrust(CLAIMS.iss, pinned, nodeCrypto);
  trust.follow(chain);
  return trust.readLease(lease);
};

test("a lease is signed by KMS and verified with the published keys", async () => {
  vi.stubEnv("LEASE_KEYS", JSON.stringify(await published(signingKey("first"))));
  expect(read(await signLease(CLAIMS), publicLeaseKeys())).toMatchObject({ seat: "seat" });
});

test("a lease from before a rotation stays valid, and clients follow the rotation", async () => {
  const first = await published(signingKey("first"));
  vi.stubEnv("LEASE_KEYS", JSON.stringify(first));
  const before = await signLease(CLAIMS);
  const pinned = publicLeaseKeys();
  const sign = (text: string) => signBy("first", text);
  const second = await published(signingKey("second"), { keys: first, sign });
  vi.stubEnv("LEASE_KEYS", JSON.stringify(second));
  expect(publicLeaseKeys().map(({ kid }) => kid)).toEqual([second.current.kid, first.current.kid]);
  expect(read(before, publicLeaseKeys())).toBeDefined();
  expect(read(await signLease(CLAIMS), pinned)).toBeUndefined();
  expect(read(await signLease(CLAIMS), pinned, leaseKeyChain())).toBeDefined();
});

test("an application that pins an older release's key follows the move to KMS", async () => {
  const secret = nextLeaseKeys(nextLeaseKeys());
  const pinned = [secret.current].map(
    ({ d: _secret, ...key }) => ({ ...key, alg: "EdDSA", use: "sig" }) as const,
  );
  const old = signToken(secret.current, "lease+jwt", CLAIMS);
  const sign = (text: string) => {
    const [header = "", payload = ""] = text
      .split(".")
      .map((part) => Buffer.from(part, "base64url").toString());
    const token = signToken(secret.current, JSON.parse(header).typ, JSON.parse(payload));
    return Buffer.from(token.split(".")[2] ?? "", "base64url");
  };
  const moved = await published(signingKey("moved"), { keys: secret, sign });
  vi.stubEnv("LEASE_KEYS", JSON.stringify(moved));
  expect(read(old, publicLeaseKeys())).toBeDefined();
  expect(read(await signLease(CLAIMS), pinned, leaseKeyChain())).toBeDefined();
  expect(JSON.stringify(moved)).not.toContain(secret.current.d);
});

test("an invalid key parameter makes signing fail", async () => {
  vi.stubEnv("LEASE_KEYS", "{}");
  await expect(signLease(CLAIMS)).rejects.toThrow();
});

test("the keys fit into a function's environment even after many rotations", async () => {
  let keys = await published(signingKey("k0"));
  for (let turn = 1; turn < 20; turn += 1) {
    const before = keys;
    keys = await published(signingKey(`arn:aws:kms:eu-central-1:111122223333:key/${turn}`), {
      keys: before,
      sign: (text) => signBy(before.arn, text),
    });
  }
  expect(JSON.stringify(keys).length).toBeLessThan(2600);
});

test("the longest lease that an operator can cause fits into KMS's limit", async () => {
  vi.stubEnv("LEASE_KEYS", JSON.stringify(await published(signingKey("long"))));
  const features = Array.from({ length: 32 }, (_, index) => `feature-${index}`.padEnd(38, "x"));
  const extras = {
    features,
    coveredVersion: null,
    coveredUntil: null,
    metadata: { one: "x".repeat(200), two: "x".repeat(200), three: "x".repeat(140), more: "" },
  };
  const read = (more: string) =>
    setEntitlements.input.safeParse({
      keyId: "a".repeat(22),
      extras: { ...extras, metadata: { ...extras.metadata, more } },
    });
  const longest = Array.from({ length: 200 }, (_, length) => "y".repeat(length)).findLast(
    (more) => read(more).success,
  );
  expect(read("z".repeat(200)).error?.issues[0]?.message).toMatch(/up to 2000 bytes together/);
  const claims = {
    ...CLAIMS,
    iss: `https://${"a".repeat(60)}.example.com`,
    sub: "s".repeat(36),
    activation: "a".repeat(36),
    fingerprint: "f".repeat(128),
    nonce: "n".repeat(64),
    iat: 1_800_000_000,
    exp: 1_800_000_000,
    entitlements: {
      features,
      coveredVersion: "999999.999999.999999",
      coveredUntil: 1_800_000_000,
      metadata: { ...extras.metadata, more: longest ?? "", trialEndsAt: "2026-11-28T12:00:00.000Z" },
    },
  };
  expect((await signLease(claims)).length).toBeGreaterThan(3000);
});
