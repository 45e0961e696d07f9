import { createHash, generateKeyPairSync } from "node:crypto";
import { signToken } from "./signToken.ts";

type PublicKey = { kty: "OKP"; crv: "Ed25519"; x: string; kid: string };
type PrivateKey = PublicKey & { d: string };
/** The value of the secret `<product>/<stage>/lease`. Secrets from before the chain have none. */
export type LeaseKeys = { current: PrivateKey; previous: PublicKey | null; chain?: string[] };

/** A secret holds 64 kB; 64 statements take a third of that. Builds that pin an older key need an update by then. */
const MAX_CHAIN = 64;

/**
 * A new signing key, with the public half of the one that signed until now beside it: its leases stay good.
 * A lease lives seven days at most, and 30 in an answer file, so wait as long before the next rotation, unless a key has
 * leaked.
 */
export function nextLeaseKeys(before?: LeaseKeys): LeaseKeys {
  const current = newKey();
  if (!before) return { current, previous: null, chain: [] };
  const { kty, crv, x, kid } = before.current;
  const chain = [...(before.chain ?? []), nameSuccessor(before.current, current)].slice(-MAX_CHAIN);
  return { current, previous: { kty, crv, x, kid }, chain };
}

/** A statement in which one key names the next, so that clients which pin the first trust both. */
const nameSuccessor = (signer: PrivateKey, { kty, crv, x, kid }: PublicKey): string =>
  signToken(signer, "key+jwt", { kty, crv, x, kid });

function newKey(): PrivateKey {
  const { x, d } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  if (!x || !d) throw new Error("Node made an Ed25519 key without its parts");
  // RFC 7638: the required members in alphabetical order.
  const thumbprint = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  const kid = createHash("sha256").update(thumbprint).digest("base64url");
  return { kty: "OKP", crv: "Ed25519", x, d, kid };
}
