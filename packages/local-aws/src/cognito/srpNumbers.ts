import { constants, createHash, createHmac, createPublicKey, hkdfSync, publicEncrypt } from "node:crypto";

// Arithmetic of both halves of Secure Remote Password (RFC 5054) as Cognito uses it: the 3072-bit group of RFC 3526
// with generator 2, SHA-256, and numbers padded to read as positive.

export const GROUP = BigInt(
  "0xFFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD" +
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED" +
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F" +
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B" +
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510" +
    "15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7" +
    "ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C" +
    "BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF",
);
const GROUP_BYTES = 3072 / 8;
export const GENERATOR = 2n;
export const MULTIPLIER = numberOf(sha256(padded(GROUP), padded(GENERATOR)));

/** `poolName` is the part of the pool's id after the underscore, `userId` the real user name (a UUID). */
export type Identity = { poolName: string; userId: string };

/** SRP's x, derived from the password. @param salt hexadecimal */
export function passwordNumber({ poolName, userId }: Identity, password: string, salt: string): bigint {
  return numberOf(
    sha256(padded(BigInt(`0x${salt}`)), sha256(Buffer.from(`${poolName}${userId}:${password}`))),
  );
}

export function scrambleOf(clientPublic: bigint, serverPublic: bigint): bigint {
  return numberOf(sha256(padded(clientPublic), padded(serverPublic)));
}

/** The client's signature with the shared number. @param secretBlock in Base64 */
export function signatureOf(
  shared: bigint,
  scramble: bigint,
  { poolName, userId }: Identity,
  { secretBlock, timestamp }: { secretBlock: string; timestamp: string },
): Buffer {
  const key = Buffer.from(hkdfSync("sha256", padded(shared), padded(scramble), "Caldera Derived Key", 16));
  return createHmac("sha256", key)
    .update(poolName)
    .update(userId)
    .update(Buffer.from(secretBlock, "base64"))
    .update(timestamp)
    .digest();
}

/**
 * A power in the group. RSA's public operation computes the same with the exponent as its key, and OpenSSL takes a
 * tenth of the time of JavaScript's BigInt.
 */
export function power(base: bigint, exponent: bigint): bigint {
  const n = bytesOf(GROUP).toString("base64url");
  const e = bytesOf(exponent).toString("base64url");
  const key = createPublicKey({ key: { kty: "RSA", n, e }, format: "jwk" });
  const padding = constants.RSA_NO_PADDING;
  return numberOf(publicEncrypt({ key, padding }, bytesOf(base % GROUP, GROUP_BYTES)));
}

function padded(value: bigint): Buffer {
  const bytes = bytesOf(value);
  return (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.alloc(1), bytes]);
}

/** Big-endian, padded with zeros up to `length`. */
function bytesOf(value: bigint, length = 0): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(Math.max(length * 2, digits.length + (digits.length % 2)), "0"), "hex");
}

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString("hex")}`);
}
