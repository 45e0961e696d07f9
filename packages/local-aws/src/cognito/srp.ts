import { randomBytes, timingSafeEqual } from "node:crypto";
import {
  GENERATOR,
  GROUP,
  type Identity,
  MULTIPLIER,
  numberOf,
  passwordNumber,
  power,
  scrambleOf,
  signatureOf,
} from "./srpNumbers.ts";

// The server's half of SRP. client.ts has the client's half.

/** Stored in place of a password. Both values are hexadecimal. */
export type Verifier = { salt: string; verifier: string };

export function verifierOf(
  identity: Identity,
  password: string,
  salt = randomBytes(16).toString("hex"),
): Verifier {
  return { salt, verifier: power(GENERATOR, passwordNumber(identity, password, salt)).toString(16) };
}

export function passwordMatches(identity: Identity, password: string, kept: Verifier): boolean {
  const given = verifierOf(identity, password, kept.salt).verifier;
  return sameBytes(Buffer.from(given), Buffer.from(kept.verifier));
}

/** The client's public value; undefined if it is invalid. Refuses multiples of the group, which would let anyone in. */
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

/** Whether the signer knows the verifier's password. */
export function signatureProves(
  exchange: Exchange,
  identity: Identity,
  proof: { secretBlock: string; timestamp: string; signature: string },
): boolean {
  const { clientPublic, serverPublic, secret, verifier } = exchange;
  const scramble = scrambleOf(clientPublic, serverPublic);
  const shared = power(clientPublic * power(verifier, scramble), secret);
  return sameBytes(signatureOf(shared, scramble, identity, proof), Buffer.from(proof.signature, "base64"));
}

function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
