import { CompactSign, importJWK } from "jose";
import * as z from "zod/mini";
import type { LeaseClaims, PublicLeaseKey } from "#shared/licenses/lease.ts";
import { env } from "./env.ts";
import { readSecret } from "./secrets.ts";

const PrivateKey = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  d: z.string(),
  kid: z.string(),
});

/** The secret's JSON: what signs now, and what signed before it, whose leases are still out there. */
const LeaseKeys = z.object({ current: PrivateKey, previous: z.nullable(z.omit(PrivateKey, { d: true })) });

async function leaseKeys() {
  return LeaseKeys.parse(JSON.parse(await readSecret(env("SECRET_LEASE"))));
}

export async function signLease(claims: LeaseClaims): Promise<string> {
  const { current } = await leaseKeys();
  const payload = new TextEncoder().encode(JSON.stringify(claims));
  return new CompactSign(payload)
    .setProtectedHeader({ alg: "EdDSA", kid: current.kid, typ: "lease+jwt" })
    .sign(await importJWK(current, "EdDSA"));
}

export async function publicLeaseKeys(): Promise<PublicLeaseKey[]> {
  const { current, previous } = await leaseKeys();
  return [current, ...(previous ? [previous] : [])].map(({ kty, crv, x, kid }) => ({
    kty,
    crv,
    x,
    kid,
    alg: "EdDSA",
    use: "sig",
  }));
}
