import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from "node:crypto";
import { join } from "node:path";
import * as z from "zod/mini";
import { openJournal } from "../journal.ts";
import type { StackModel } from "../template/model.ts";
import type { Authorize } from "./authorize.ts";
import { bodyOf, unknownOperation } from "./body.ts";
import { AwsError, jsonAnswer } from "./errors.ts";
import type { AwsCall, Service } from "./types.ts";

/** Both halves of every key: what it is for, the calls decide. Base64. */
const KEY = z.object({ signing: z.string(), secret: z.string() });
type Key = z.infer<typeof KEY>;

const CONTEXT = z.optional(z.record(z.string(), z.string()));
const KEY_ONLY = z.object({ KeyId: z.string() });
const SIGN = z.object({
  KeyId: z.string(),
  Message: z.string(),
  MessageType: z._default(z.literal("RAW"), "RAW"),
  SigningAlgorithm: z.literal("ED25519_SHA_512"),
});
const ENCRYPT = z.object({ KeyId: z.string(), Plaintext: z.string(), EncryptionContext: CONTEXT });
const DATA_KEY = z.object({
  KeyId: z.string(),
  EncryptionContext: CONTEXT,
  KeySpec: z.optional(z.enum(["AES_256", "AES_128"])),
  NumberOfBytes: z.optional(z.int().check(z.gte(1), z.lte(1024))),
});
const DECRYPT = z.object({ CiphertextBlob: z.string(), EncryptionContext: CONTEXT });

const SPEC = "ECC_NIST_EDWARDS25519";
const LONGEST_PLAINTEXT = 4096;

/**
 * Keys that never leave the service: Ed25519 to sign, AES-256-GCM to encrypt, made when first asked for and
 * kept in the data directory. They are named by id or ARN; aliases it does not know.
 */
export function keyService(model: () => StackModel, dataDir: string, authorize: Authorize): Service {
  let journal: ReturnType<typeof openJournal<Key>> | undefined;
  const keyOf = (arn: string): Key => {
    journal ??= openJournal(join(dataDir, "kms.jsonl"), isKey);
    const known = journal.get(arn);
    if (known) return known;
    const { privateKey } = generateKeyPairSync("ed25519");
    const signing = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
    const made = { signing, secret: randomBytes(32).toString("base64") };
    journal.set(arn, made);
    return made;
  };
  const allowed = (call: AwsCall, keyId: string): { arn: string; key: Key } => {
    if (keyId.includes("alias/")) {
      throw new AwsError("NotFoundException", `The local stack knows keys by id or ARN, not ${keyId}.`);
    }
    const { region, accountId } = model();
    const arn = keyId.startsWith("arn:") ? keyId : `arn:aws:kms:${region}:${accountId}:key/${keyId}`;
    authorize(call, [{ action: `kms:${call.operation}`, resource: arn }]);
    return { arn, key: keyOf(arn) };
  };

  return (call) => {
    switch (call.operation) {
      case "Sign": {
        const input = bodyOf(call, SIGN);
        const { arn, key } = allowed(call, input.KeyId);
        const signature = sign(null, Buffer.from(input.Message, "base64"), signingKey(key));
        return jsonAnswer({
          KeyId: arn,
          Signature: signature.toString("base64"),
          SigningAlgorithm: input.SigningAlgorithm,
        });
      }
      case "GetPublicKey": {
        const { arn, key } = allowed(call, bodyOf(call, KEY_ONLY).KeyId);
        const spki = createPublicKey(signingKey(key)).export({ type: "spki", format: "der" });
        return jsonAnswer({
          KeyId: arn,
          PublicKey: spki.toString("base64"),
          KeySpec: SPEC,
          KeyUsage: "SIGN_VERIFY",
          SigningAlgorithms: ["ED25519_SHA_512"],
        });
      }
      case "Encrypt": {
        const input = bodyOf(call, ENCRYPT);
        const { arn, key } = allowed(call, input.KeyId);
        const plain = Buffer.from(input.Plaintext, "base64");
        if (plain.length > LONGEST_PLAINTEXT) {
          throw new AwsError("ValidationException", "Plaintext is longer than 4096 bytes.");
        }
        return jsonAnswer({ KeyId: arn, CiphertextBlob: seal(arn, key, plain, input.EncryptionContext) });
      }
      case "GenerateDataKey": {
        const input = bodyOf(call, DATA_KEY);
        const { arn, key } = allowed(call, input.KeyId);
        const plain = randomBytes(input.NumberOfBytes ?? (input.KeySpec === "AES_128" ? 16 : 32));
        return jsonAnswer({
          KeyId: arn,
          Plaintext: plain.toString("base64"),
          CiphertextBlob: seal(arn, key, plain, input.EncryptionContext),
        });
      }
      case "Decrypt": {
        const input = bodyOf(call, DECRYPT);
        const blob = Buffer.from(input.CiphertextBlob, "base64");
        const { arn, key } = allowed(call, arnIn(blob));
        return jsonAnswer({ KeyId: arn, Plaintext: open(key, blob, input.EncryptionContext) });
      }
      default:
        throw unknownOperation(call);
    }
  };
}

function signingKey(key: Key) {
  return createPrivateKey({ key: Buffer.from(key.signing, "base64"), type: "pkcs8", format: "der" });
}

type Context = z.infer<typeof CONTEXT>;

/** The blob names its key, as AWS's does: length, ARN, nonce, tag, ciphertext. */
function seal(arn: string, key: Key, plain: Buffer, context: Context): string {
  const name = Buffer.from(arn);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key.secret, "base64"), nonce);
  cipher.setAAD(bound(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([name.length]), name, nonce, cipher.getAuthTag(), sealed]).toString(
    "base64",
  );
}

function open(key: Key, blob: Buffer, context: Context): string {
  const rest = blob.subarray(1 + (blob[0] ?? 0));
  try {
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key.secret, "base64"), rest.subarray(0, 12));
    decipher.setAAD(bound(context));
    decipher.setAuthTag(rest.subarray(12, 28));
    return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString("base64");
  } catch {
    throw invalid();
  }
}

function arnIn(blob: Buffer): string {
  const arn = blob.subarray(1, 1 + (blob[0] ?? 0)).toString("utf8");
  if (!arn.startsWith("arn:aws:kms:")) throw invalid();
  return arn;
}

function invalid(): AwsError {
  return new AwsError("InvalidCiphertextException", "The ciphertext is not one of this key and context.");
}

function bound(context: Context): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))));
}

function isKey(value: unknown): value is Key {
  return KEY.safeParse(value).success;
}
