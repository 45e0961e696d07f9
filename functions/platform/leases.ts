import { KMSClient, SignCommand } from "@aws-sdk/client-kms";
import * as z from "zod/mini";
import { AppError } from "#shared/errors.ts";
import type { AnswerClaims, LeaseClaims, PublicLeaseKey } from "#shared/licenses/lease.ts";
import { onceEach } from "#shared/once.ts";
import { amazon } from "./amazon.ts";
import { env } from "./env.ts";

const PublicKey = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
});

/**
 * The current signing key; the previous key, whose leases may still run; and the chain of statements in which each
 * key names its successor (scripts/leaseKeys.ts). The private halves are in KMS.
 */
const LeaseKeys = z.object({
  arn: z.string(),
  current: PublicKey,
  previous: z.nullable(PublicKey),
  chain: z.array(z.string()),
});

const client = new KMSClient(amazon("kms", 2_000, 3));
const parsed = onceEach((keys: string) => LeaseKeys.parse(JSON.parse(keys)));
const leaseKeys = () => parsed(env("LEASE_KEYS"));

export const signLease = (claims: LeaseClaims): Promise<string> => sign("lease+jwt", claims);

/** Proves to a client that the answer comes from the service and belongs to its request. */
export const signAnswer = (claims: AnswerClaims): Promise<string> => sign("answer+jwt", claims);

/** @param type prevents a lease from passing as an answer, and an answer from passing as a lease */
async function sign(type: "lease+jwt" | "answer+jwt", claims: LeaseClaims | AnswerClaims): Promise<string> {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const { arn, current } = leaseKeys();
  const header = { alg: "EdDSA", kid: current.kid, typ: type };
  const signed = `${encode(header)}.${encode(claims)}`;
  const { Signature } = await client.send(
    new SignCommand({
      KeyId: arn,
      Message: Buffer.from(signed),
      MessageType: "RAW",
      SigningAlgorithm: "ED25519_SHA_512",
    }),
  );
  if (!Signature) throw new AppError("CONFIG_ERROR", "KMS returned no signature");
  return `${signed}.${Buffer.from(Signature).toString("base64url")}`;
}

/** Oldest first. */
export const leaseKeyChain = (): string[] => leaseKeys().chain;

export function publicLeaseKeys(): PublicLeaseKey[] {
  const { current, previous } = leaseKeys();
  return [current, ...(previous ? [previous] : [])].map((key) => ({ ...key, alg: "EdDSA", use: "sig" }));
}
