import { createHash, generateKeyPairSync } from "node:crypto";
import { signToken, unsignedToken, withSignature } from "./signToken.ts";

type PublicKey = { kty: "OKP"; crv: "Ed25519"; x: string; kid: string };
type PrivateKey = PublicKey & { d: string };
/** Keys whose private half a script holds: the keys of update feeds, and of leases until version 0.3. */
export type LeaseKeys = { current: PrivateKey; previous: PublicKey | null; chain?: string[] };

/**
 * The parameter `lease-keys`, which functions get in their environment. `arn` is the signing KMS key. Nothing here is
 * secret.
 */
export type PublicLeaseKeys = {
  arn: string;
  current: PublicKey;
  previous: PublicKey | null;
  chain: string[];
};
export type SigningKey = { readonly arn: string; readonly x: string };
type Sign = (text: string) => Uint8Array | Promise<Uint8Array>;

/** Maximum number of previous keys in the chain. An application that pins an older key needs an update. */
const MAX_CHAIN = 64;
/** An environment holds 4 kB, and a statement takes 340 bytes. */
const MAX_PUBLISHED_CHAIN = 5;

/** A new signing key with the previous public key, so that clients accept both. */
export function nextLeaseKeys(before?: LeaseKeys): LeaseKeys {
  const current = newKey();
  if (!before) return { current, previous: null, chain: [] };
  const statement = signToken(before.current, "key+jwt", publicHalf(current));
  return {
    current,
    previous: publicHalf(before.current),
    chain: [...(before.chain ?? []), statement].slice(-MAX_CHAIN),
  };
}

/**
 * Makes the value of `lease-keys` for a KMS key that signs leases from the next deployment on. The previous key signs
 * the statement that leads clients to the new key, and its leases stay valid. A lease lives at most seven days, 30 in
 * an answer file: wait that long before the next rotation, unless the key was misused.
 * @param sign signs with the previous key
 */
export async function publicLeaseKeys(
  { arn, x }: SigningKey,
  before?: {
    readonly keys: Pick<LeaseKeys | PublicLeaseKeys, "chain"> & { current: PublicKey };
    readonly sign: Sign;
  },
): Promise<PublicLeaseKeys> {
  const current = keyOf(x);
  if (before === undefined) return { arn, current, previous: null, chain: [] };
  const { keys, sign } = before;
  const text = unsignedToken(keys.current.kid, "key+jwt", current);
  const statement = withSignature(text, await sign(text));
  const chain = [...(keys.chain ?? []), statement].slice(-MAX_PUBLISHED_CHAIN);
  return { arn, current, previous: publicHalf(keys.current), chain };
}

const publicHalf = ({ kty, crv, x, kid }: PublicKey): PublicKey => ({ kty, crv, x, kid });

function newKey(): PrivateKey {
  const { x, d } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  if (!x || !d) throw new Error("Node made an Ed25519 key without its parts");
  return { ...keyOf(x), d };
}

function keyOf(x: string): PublicKey {
  // RFC 7638: the required members in alphabetical order.
  const thumbprint = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  return { kty: "OKP", crv: "Ed25519", x, kid: createHash("sha256").update(thumbprint).digest("base64url") };
}
