import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Context, changeUser } from "./context.ts";
import type { User } from "./users.ts";

// Time-based one-time passwords of authenticator apps (RFC 6238): SHA-1, 30 seconds, six digits.

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

export function newTotpSecret(): string {
  return Array.from(randomBytes(52), (byte) => BASE32.charAt(byte % 32)).join("");
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, "0");
}

/** The time step of the code: the previous, the current or the next one. Undefined if the code matches none. */
export function matchingStep(secret: string, code: string, now: number): number | undefined {
  const current = Math.floor(now / STEP_MS);
  return [current, current - 1, current + 1].find((step) => same(totpCode(secret, step), code));
}

/** Accepts a user's code once. Afterwards, the same code and earlier codes are refused. */
export function acceptTotp(context: Context, user: User, code: string): "accepted" | "used" | "wrong" {
  const step = user.totp && matchingStep(user.totp.secret, code, context.now());
  if (!user.totp || step === undefined) return "wrong";
  if (step <= user.totp.lastStep) return "used";
  changeUser(context, user.username, (current) =>
    current.totp ? { ...current, totp: { ...current.totp, lastStep: step } } : current,
  );
  return "accepted";
}

function bytesOf(secret: string): Buffer {
  let bits = "";
  for (const letter of secret) bits += BASE32.indexOf(letter).toString(2).padStart(5, "0");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

function same(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
