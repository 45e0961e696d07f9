import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { KMSClient, type SignCommand } from "@aws-sdk/client-kms";
import type { SigningKey } from "../../scripts/leaseKeys.ts";

const keys = new Map<string, KeyObject>();

/** Makes a key. Only this file has the private key, as only KMS has it at AWS. */
export function signingKey(arn: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  keys.set(arn, privateKey);
  return { arn, x: String(publicKey.export({ format: "jwk" }).x) };
}

export function signBy(arn: string, text: string | Uint8Array): Uint8Array {
  const key = keys.get(arn);
  const message = Buffer.from(text);
  if (!key || message.length > 4096)
    throw new Error("KMS has no such key, or the message is longer than 4096 bytes");
  return sign(null, message, key);
}

export function connectKms(): void {
  Object.assign(KMSClient.prototype, {
    send: async ({ input }: SignCommand) => {
      if (input.MessageType !== "RAW" || input.SigningAlgorithm !== "ED25519_SHA_512")
        throw new Error("Sign with MessageType RAW and ED25519_SHA_512");
      return { Signature: signBy(String(input.KeyId), input.Message ?? "") };
    },
  });
}
