import { createPrivateKey, sign } from "node:crypto";
import type { Aws } from "../aws/aws.ts";
import { type LeaseKeys, type PublicLeaseKeys, publicLeaseKeys } from "../leaseKeys.ts";
import type { Deployment } from "./deployment.ts";

export async function leaseKeysOf(aws: Aws, { parameter }: Deployment): Promise<PublicLeaseKeys | undefined> {
  const kept = await aws.parameter(parameter("lease-keys"));
  return kept === undefined ? undefined : JSON.parse(kept);
}

/**
 * Creates a key in KMS that signs leases from the next deployment on, and stores its ARN. No private key leaves KMS.
 * CloudFormation cannot do this, because the previous key has to sign a statement for the new key. Writes the keys
 * last, so that an interrupted call does not change the current key and its permissions.
 */
export async function makeLeaseKey(aws: Aws, deployment: Deployment): Promise<PublicLeaseKeys> {
  const { stage, parameter } = deployment;
  const before = await leaseKeysOf(aws, deployment);
  const made = await aws.makeSigningKey(`Signs leases and answers to computers (${stage})`);
  const keys = await publicLeaseKeys(made, await signerOf(aws, deployment, before));
  await aws.putParameter(parameter("lease-key-before-arn"), before?.arn ?? made.arn);
  await aws.putParameter(parameter("lease-key-arn"), made.arn);
  await aws.putParameter(parameter("lease-keys"), JSON.stringify(keys));
  return keys;
}

async function signerOf(aws: Aws, { secret }: Deployment, before: PublicLeaseKeys | undefined) {
  if (before !== undefined) return { keys: before, sign: (text: string) => aws.sign(before.arn, text) };
  // Until version 0.3 a secret held the key.
  const kept = await aws.secret(secret("lease"));
  if (kept === undefined) return undefined;
  const keys: LeaseKeys = JSON.parse(kept);
  const key = createPrivateKey({ key: keys.current, format: "jwk" });
  return { keys, sign: (text: string) => sign(null, Buffer.from(text), key) };
}
