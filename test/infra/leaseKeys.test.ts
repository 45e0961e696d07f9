import { calculateJwkThumbprint, exportJWK, importJWK } from "jose";
import { expect, it } from "vitest";
import { nextLeaseKeys } from "../../scripts/leaseKeys.ts";

it("a new stage has one lease key, whose name is its thumbprint", async () => {
  const { current, previous } = nextLeaseKeys();
  expect(previous).toBeNull();
  expect(current.kid).toBe(await calculateJwkThumbprint(current));
  expect(await exportJWK(await importJWK({ ...current, ext: true }, "EdDSA"))).toMatchObject({
    x: current.x,
  });
});

it("a new lease key keeps only the public half of the previous key", () => {
  const first = nextLeaseKeys();
  const second = nextLeaseKeys(first);
  expect(second.current.kid).not.toBe(first.current.kid);
  expect(second.previous).toEqual({ kty: "OKP", crv: "Ed25519", x: first.current.x, kid: first.current.kid });
  expect(JSON.stringify(second)).not.toContain(first.current.d);
});

it("the third lease key drops the first key", () => {
  const first = nextLeaseKeys();
  const third = nextLeaseKeys(nextLeaseKeys(first));
  expect(JSON.stringify(third)).not.toContain(first.current.kid);
});
