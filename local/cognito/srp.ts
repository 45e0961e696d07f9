import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

// The server's half of the Secure Remote Password protocol (RFC 5054) as Cognito's clients speak it: the
// 3072-bit group of RFC 3526 with generator 2, SHA-256, and numbers padded so that they read as positive.

const GROUP = BigInt(
  "0xFFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD" +
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED" +
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F" +
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B" +
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510" +
    "15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7" +
    "ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C" +
    "BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF",
);
const GENERATOR = 2n;
const MULTIPLIER = numberOf(sha256(padded(GROUP), padded(GENERATOR)));

/** What is kept in place of a password; both are hexadecimal. */
export type Verifier = { salt: string; verifier: string };

/** `poolName` is the part of the pool's id after the underscore, `userId` the real user name (a UUID). */
export type Identity = { poolName: string; userId: string };

export function verifierOf(identity: Identity, password: string, salt = hex(randomBytes(16))): Verifier {
  const identityHash = sha256(Buffer.from(`${identity.poolName}${identity.userId}:${password}`));
  const x = numberOf(sha256(padded(BigInt(`0x${salt}`)), identityHash));
  return { salt, verifier: power(GENERATOR, x).toString(16) };
}

export function passwordMatches(identity: Identity, password: string, kept: Verifier): boolean {
  const given = verifierOf(identity, password, kept.salt).verifier;
  return sameBytes(Buffer.from(given), Buffer.from(kept.verifier));
}

/** The client's public value, or undefined if it is none; a multiple of the group would let anybody in. */
export function publicValue(srpA: string): bigint | undefined {
  if (!/^[0-9a-f]{1,1024}$/i.test(srpA)) return undefined;
  const value = BigInt(`0x${srpA}`);
  return value % GROUP === 0n ? undefined : value;
}

export type Exchange = { secret: bigint; clientPublic: bigint; serverPublic: bigint; verifier: bigint };

export function startExchange(clientPublic: bigint, kept: Verifier): Exchange {
  const secret = numberOf(randomBytes(32));
  const verifier = BigInt(`0x${kept.verifier}`);
  const serverPublic = (MULTIPLIER * verifier + power(GENERATOR, secret)) % GROUP;
  return { secret, clientPublic, serverPublic, verifier };
}

/** Whether the signature was made by somebody who knows the password behind the verifier. */
export function signatureProves(
  exchange: Exchange,
  identity: Identity,
  proof: { secretBlock: string; timestamp: string; signature: string },
): boolean {
  const { clientPublic, serverPublic, secret, verifier } = exchange;
  const scramble = sha256(padded(clientPublic), padded(serverPublic));
  const shared = power(clientPublic * power(verifier, numberOf(scramble)), secret);
  const salt = padded(numberOf(scramble));
  const key = Buffer.from(hkdfSync("sha256", padded(shared), salt, "Caldera Derived Key", 16));
  const expected = createHmac("sha256", key)
    .update(identity.poolName)
    .update(identity.userId)
    .update(Buffer.from(proof.secretBlock, "base64"))
    .update(proof.timestamp)
    .digest();
  return sameBytes(expected, Buffer.from(proof.signature, "base64"));
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % GROUP;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % GROUP;
    square = (square * square) % GROUP;
  }
  return result;
}

function padded(value: bigint): Buffer {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, "hex");
}

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${hex(bytes)}`);
}

function hex(bytes: Buffer): string {
  return bytes.toString("hex");
}

function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
