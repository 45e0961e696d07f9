import { createPrivateKey, sign } from "node:crypto";
import type { Aws } from "../aws/aws.ts";
import { type LeaseKeys, type PublicLeaseKeys, publicLeaseKeys } from "../leaseKeys.ts";
import type { Deployment } from "./deployment.ts";

/** What signs leases of a stage; undefined where nothing does yet. */
export async function leaseKeysOf(aws: Aws, { parameter }: Deployment): Promise<PublicLeaseKeys | undefined> {
  const kept = await aws.parameter(parameter("lease-keys"));
  return kept === undefined ? undefined : JSON.parse(kept);
}

/**
 * Makes a key in KMS that signs leases from the next deployment on, and stores where it is. No private half leaves KMS.
 * CloudFormation could not do it: the key before has to sign for its successor. The keys are written last: a call
 * that breaks off leaves what signs today, and permissions for it.
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
