import { CompactSign, importJWK } from "jose";
import * as z from "zod/mini";
import type { AnswerClaims, LeaseClaims, PublicLeaseKey } from "#shared/licenses/lease.ts";
import { onceEach } from "#shared/once.ts";
import { env } from "./env.ts";
import { readSecret } from "./secrets.ts";

const PrivateKey = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  d: z.string(),
  kid: z.string(),
});

/**
 * The secret's JSON: what signs now, what signed before it, whose leases are still out there, and the statements
 * in which each key names its successor (scripts/leaseKeys.ts).
 */
const LeaseKeys = z.object({
  current: PrivateKey,
  previous: z.nullable(z.omit(PrivateKey, { d: true })),
  chain: z._default(z.array(z.string()), []),
});

/** Each call asks for them, and the secret changes once in a while. */
const parsed = onceEach((secret: string) => LeaseKeys.parse(JSON.parse(secret)));
const imported = onceEach((key: z.output<typeof PrivateKey>) => importJWK(key, "EdDSA"));

async function leaseKeys() {
  return parsed(await readSecret(env("SECRET_LEASE")));
}

export const signLease = (claims: LeaseClaims): Promise<string> => sign("lease+jwt", claims);

/** Proves that an answer is the service's and answers this very request. */
export const signAnswer = (claims: AnswerClaims): Promise<string> => sign("answer+jwt", claims);

/** @param type keeps one kind of statement from passing for another */
async function sign(type: "lease+jwt" | "answer+jwt", claims: LeaseClaims | AnswerClaims): Promise<string> {
  const { current } = await leaseKeys();
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "EdDSA", kid: current.kid, typ: type })
    .sign(await imported(current));
}

/** The statements in which each key names its successor, oldest first. */
export const leaseKeyChain = async (): Promise<string[]> => (await leaseKeys()).chain;

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
