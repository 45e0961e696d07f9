import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { AppError, type ErrorCode } from "#shared/errors.ts";
import { HOUR, SECOND } from "#shared/instant.ts";
import { updateItem } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import {
  CALLS_A_KEY,
  countedNetwork,
  GUESSES_AN_ADDRESS,
  type Limit,
  requireWithin,
  windowOf,
} from "./rules.ts";

/**
 * Limits: one counter for each window of time. `pk` is "key#<hash>" for calls with a key, "address#<address>" for
 * unknown keys, "foreign#<address>" for keys in use elsewhere, and "signIns#<address>" and "userCodes#<user>" for signing
 * in on a computer, for what the accounts of one network do "freeKeys#", "codes#", "recoveries#", "signUps#", "holds#" and "sessions#<network>",
 * "invitations#<user>" for a team, "withdrawals", "withdrawals#<user>" and "withdrawals#<network>", and "apiKey#<id>" for calls with an API key; `sk` is the window's number. Nothing reads
 * an old one, and each expires after an hour.
 */
const Counted = z.object({ calls: z.number() });

/** So many calls a window are counted by each warm function for itself: they cost no round trip. */
const FREE_CALLS = 20;

/** What this warm function remembers of one window. The next window starts empty, so it cannot grow. */
function memory(limit: Limit) {
  let window = -1;
  const counts = new Map<string, number>();
  return (now: Date): Map<string, number> => {
    if (windowOf(limit, now) !== window) counts.clear();
    window = windowOf(limit, now);
    return counts;
  };
}
const callsByKey = memory(CALLS_A_KEY);
const guessesByAddress = memory(GUESSES_AN_ADDRESS);

/** Answers to an unknown key, and to one that is in use elsewhere. */
const UNKNOWN: ErrorCode = "NOT_FOUND";
const FOREIGN: ReadonlySet<ErrorCode> = new Set(["SEAT_TAKEN", "FINGERPRINT_MISMATCH"]);

export type DeviceCall = { licenseKey: string; address: string | null; now: Date };

/**
 * A computer's call within its limits: 60 a minute a key, and 3 a second an address with keys that are unknown. A key
 * in use elsewhere costs the same work, so that timing does not reveal which of the two it was; it is not limited,
 * because an office of fifty behind one address may race for a seat.
 * @throws RATE_LIMITED
 */
export async function withinLimits<T>(call: DeviceCall, work: () => Promise<T>): Promise<T> {
  requireWithin(GUESSES_AN_ADDRESS, guessesByAddress(call.now).get(String(call.address)) ?? 0, call.now);
  await countCall(call);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) await countRefusal(error.code, call);
    throw error;
  }
}

/** For an answer that is no failure and yet says no. @throws RATE_LIMITED */
export async function countRefusal(code: ErrorCode | "VALID", { address, now }: DeviceCall): Promise<void> {
  if (code === "VALID") return;
  if (FOREIGN.has(code)) await increment(`foreign#${address}`, GUESSES_AN_ADDRESS, 1, now);
  if (code !== UNKNOWN) return;
  const guesses = await increment(`address#${address}`, GUESSES_AN_ADDRESS, 1, now);
  guessesByAddress(now).set(String(address), guesses);
  requireWithin(GUESSES_AN_ADDRESS, guesses, now);
}

/** Counts one more of something. @throws RATE_LIMITED */
export async function countWithin(pk: string, limit: Limit, now: Date): Promise<void> {
  requireWithin(limit, await increment(pk, limit, 1, now), now);
}

/** Counts one more of what a network does: a /24, or a /48 of IPv6. @throws RATE_LIMITED */
export async function countNetwork(
  what: "codes" | "freeKeys" | "recoveries" | "sessions" | "signUps" | "withdrawals",
  address: string | null,
  limit: Limit,
  now: Date,
): Promise<void> {
  const network = countedNetwork(address);
  if (network !== null) await countWithin(`${what}#${network}`, limit, now);
}

/**
 * Counts one more of what a network does, and refuses nobody: an office or a carrier's customers share one.
 * @returns the network and its count where that is more than the limit
 */
export async function muchFrom(
  what: "holds",
  address: string | null,
  limit: Limit,
  now: Date,
): Promise<{ network: string; count: number; window: number } | undefined> {
  const network = countedNetwork(address);
  if (network === null) return undefined;
  const count = await increment(`${what}#${network}`, limit, 1, now);
  return count > limit.most ? { network, count, window: windowOf(limit, now) } : undefined;
}

async function countCall({ licenseKey, now }: DeviceCall): Promise<void> {
  const counts = callsByKey(now);
  const own = (counts.get(licenseKey) ?? 0) + 1;
  counts.set(licenseKey, own);
  if (own <= FREE_CALLS) return;
  const hash = createHash("sha256").update(licenseKey).digest("base64url");
  const uncounted = own === FREE_CALLS + 1 ? own : 1;
  requireWithin(CALLS_A_KEY, await increment(`key#${hash}`, CALLS_A_KEY, uncounted, now), now);
}

async function increment(pk: string, limit: Limit, by: number, now: Date): Promise<number> {
  const item = await updateItem({
    TableName: env("TABLE_LIMITS"),
    Key: { pk, sk: String(windowOf(limit, now)) },
    UpdateExpression: "ADD calls :by SET expiresAtEpoch = :end",
    ExpressionAttributeValues: { ":by": by, ":end": Math.floor((now.getTime() + HOUR) / SECOND) },
    ReturnValues: "ALL_NEW",
  });
  return Counted.parse(item).calls;
}
