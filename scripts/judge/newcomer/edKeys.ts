import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { ACCOUNT, REGION } from "./cloud.ts";

type Input = Readonly<Record<string, unknown>>;

/**
 * KMS's Ed25519 keys, which fakecloud does not support.
 * @returns the answer to a call about such a key; undefined leaves the call to fakecloud
 */
export function edKeys(): (operation: string, input: Input) => object | undefined {
  const keys = new Map<string, { privateKey: KeyObject; publicKey: KeyObject; state: string }>();
  return (operation, { KeySpec, KeyId, Message }) => {
    if (operation === "CreateKey" && KeySpec === "ECC_NIST_EDWARDS25519") {
      const arn = `arn:aws:kms:${REGION}:${ACCOUNT}:key/${randomUUID()}`;
      keys.set(arn, { ...generateKeyPairSync("ed25519"), state: "Enabled" });
      return { KeyMetadata: { KeyId: arn, Arn: arn, KeyState: "Enabled" } };
    }
    const key = keys.get(String(KeyId));
    if (key === undefined) return undefined;
    if (operation === "ScheduleKeyDeletion") key.state = "PendingDeletion";
    switch (operation) {
      case "GetPublicKey":
        return {
          KeyId,
          PublicKey: key.publicKey.export({ format: "der", type: "spki" }).toString("base64"),
        };
      case "Sign": {
        const signature = sign(null, Buffer.from(String(Message), "base64"), key.privateKey);
        return { KeyId, Signature: signature.toString("base64"), SigningAlgorithm: "ED25519_SHA_512" };
      }
      default:
        return { KeyId, KeyMetadata: { KeyId, Arn: KeyId, KeyState: key.state } };
    }
  };
}
