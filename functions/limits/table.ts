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
 * Limits: one counter per window. `sk` is the window's number, and rows expire after an hour. `pk` is:
 * "key#<hash>" for calls with a license key, "address#<address>" for unknown keys, "foreign#<address>" for keys that
 * the computer does not hold;
 * "signIns#<address>" and "userCodes#<user>" for sign-ins on a computer;
 * "freeKeys#", "codes#", "recoveries#", "signUps#", "holds#" and "sessions#<network>" for the accounts of one network;
 * "invitations#<user>" for a team, "withdrawals", "withdrawals#<user>" and "withdrawals#<network>", "apiKey#<id>".
 */
const Counted = z.object({ calls: z.number() });

/** Each function instance counts this many calls per key and window in memory, which saves round trips. */
const FREE_CALLS = 20;

/** A function instance's memory of the current window. It empties at the next window, so it stays small. */
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

/** The refusals of an unknown key, and of a key that the computer does not hold. */
const UNKNOWN: ErrorCode = "NOT_FOUND";
const FOREIGN: ReadonlySet<ErrorCode> = new Set(["SEAT_TAKEN", "FINGERPRINT_MISMATCH"]);

export type DeviceCall = { licenseKey: string; address: string | null; now: Date };

/**
 * Limits a computer's calls: about 60 a minute per key, and 3 a second with unknown keys per address. If a key exists
 * but the computer does not hold it, the refusal is counted as well, so that timing does not reveal which keys exist.
 * That count limits nothing, because an office of fifty behind one address may compete for a seat.
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

/** Exported for refusals that are not thrown. @throws RATE_LIMITED */
export async function countRefusal(code: ErrorCode | "VALID", { address, now }: DeviceCall): Promise<void> {
  if (code === "VALID") return;
  if (FOREIGN.has(code)) await increment(`foreign#${address}`, GUESSES_AN_ADDRESS, 1, now);
  if (code !== UNKNOWN) return;
  const guesses = await increment(`address#${address}`, GUESSES_AN_ADDRESS, 1, now);
  guessesByAddress(now).set(String(address), guesses);
  requireWithin(GUESSES_AN_ADDRESS, guesses, now);
}

export async function countWithin(pk: string, limit: Limit, now: Date): Promise<void> {
  requireWithin(limit, await increment(pk, limit, 1, now), now);
}

/** Counts per network: a /24, or a /48 of IPv6. @throws RATE_LIMITED */
export async function countNetwork(
  what: "codes" | "freeKeys" | "recoveries" | "sessions" | "signUps" | "withdrawals",
  address: string | null,
  limit: Limit,
  now: Date,
): Promise<void> {
  const network = countedNetwork(address);
  if (network !== null) await countWithin(`${what}#${network}`, limit, now);
}

/** Refuses nothing, because an office or a carrier's customers share a network. @returns undefined within the limit */
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
