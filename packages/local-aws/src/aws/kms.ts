import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { join } from "node:path";
import * as z from "zod/mini";
import { openJournal } from "../journal.ts";
import type { StackModel } from "../template/model.ts";
import type { Authorize } from "./authorize.ts";
import { bodyOf, unknownOperation } from "./body.ts";
import { jsonAnswer } from "./errors.ts";
import type { Service } from "./types.ts";

/** KMS's limit in bytes for a raw message. Longer messages need a digest, which Ed25519 does not support. */
const LONGEST_MESSAGE = 4096;
const SIGN = z.object({
  KeyId: z.string(),
  Message: z
    .string()
    .check(z.refine((text) => Buffer.from(text, "base64").length <= LONGEST_MESSAGE, "At most 4096 bytes")),
  MessageType: z._default(z.literal("RAW"), "RAW"),
  SigningAlgorithm: z.literal("ED25519_SHA_512"),
});

const isText = (value: unknown): value is string => typeof value === "string";

/** Ed25519 keys by ARN, created on first use and stored in the data directory. */
function keysIn(dataDir: string): (arn: string) => KeyObject {
  let journal: ReturnType<typeof openJournal<string>> | undefined;
  return (arn) => {
    journal ??= openJournal(join(dataDir, "kms.jsonl"), isText);
    const known = journal.get(arn);
    if (known !== undefined)
      return createPrivateKey({ key: Buffer.from(known, "base64"), type: "pkcs8", format: "der" });
    const { privateKey } = generateKeyPairSync("ed25519");
    journal.set(arn, privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"));
    return privateKey;
  };
}

/** A key's public half, available before the stack starts. */
export const publicKeyIn = (dataDir: string, arn: string): KeyObject => createPublicKey(keysIn(dataDir)(arn));

/** Signs with the key that the call names. No call returns a private key. */
export function keyService(model: () => StackModel, dataDir: string, authorize: Authorize): Service {
  const keyOf = keysIn(dataDir);
  return (call) => {
    if (call.operation !== "Sign") throw unknownOperation(call);
    const { KeyId, Message, SigningAlgorithm } = bodyOf(call, SIGN);
    const { region, accountId } = model();
    const arn = KeyId.startsWith("arn:") ? KeyId : `arn:aws:kms:${region}:${accountId}:key/${KeyId}`;
    authorize(call, [{ action: "kms:Sign", resource: arn }]);
    const signature = sign(null, Buffer.from(Message, "base64"), keyOf(arn));
    return jsonAnswer({ KeyId: arn, Signature: signature.toString("base64"), SigningAlgorithm });
  };
}
