import { createHmac } from "node:crypto";
import { SECOND } from "#shared/instant.ts";
import { isSameComputer, partsOf } from "#shared/licenses/fingerprint.ts";
import type { Device, License } from "#shared/licenses/license.ts";
import { TRIAL_REMEMBERED } from "#shared/licenses/trial.ts";
import { getItems, type Item, transact, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { readSecret } from "../../platform/secrets.ts";
import { replacedLicense, replaceLicense } from "../table.ts";
import { isOpen } from "./rules.ts";

/**
 * Computers that have had a trial, in Seats: `pk` "trial#" and the keyed hash of one part of the computer, `sk`
 * "computer". A row has the computer's fingerprint, hashed part by part, and the trial's id. Only the license that
 * stores this id shows whose trial it was, and it loses the id when the account is deleted. So the row may outlive the
 * account (docs/decisions/what-is-free-and-how-often.md).
 */
const TABLE = () => env("TABLE_SEATS");
const keyOf = (name: string) => ({ pk: `trial#${name}`, sk: "computer" });

type Met = {
  /** Set if another account had its trial on this computer. */
  refusal: Pick<Device, "trialRefused">;
  print: string;
  /** The rows that this computer may claim; none unless a trial waits or runs. */
  free: readonly string[];
};
const NOBODY: Met = { refusal: {}, print: "", free: [] };

/** Reads one row per strong part in one call; reads nothing unless a trial waits or runs. */
export async function meetComputer(license: License, fingerprint: string, now: Date): Promise<Met> {
  if (!isOpen(license, now)) return NOBODY;
  const hash = await hasher();
  const { print, names } = named(fingerprint, hash);
  if (names.length === 0) return NOBODY;
  const { [TABLE()]: found = [] } = await getItems({ [TABLE()]: names.map(keyOf) });
  const rows = found.filter(({ expiresAtEpoch }) => Number(expiresAtEpoch) * SECOND > now.getTime());
  const isOther = ({ trial }: Item) => trial !== license.trial?.id;
  const isTried = rows.some((row) => isOther(row) && isSameComputer(String(row.print), print));
  const taken = new Set(rows.map(({ pk }) => pk));
  const free = names.filter((name) => !taken.has(keyOf(name).pk));
  return { refusal: isTried ? { trialRefused: true } : {}, print, free: isTried ? [] : free };
}

/** Stores the license if it is unchanged since it was read, and remembers the computer of a running trial. */
export async function storeArrival(before: License, after: License, met: Met, now: Date): Promise<void> {
  const { trial } = after;
  if (!trial?.endsAt || met.free.length === 0) return replaceLicense(before, after);
  const expiresAtEpoch = Math.floor((Date.parse(trial.endsAt) + TRIAL_REMEMBERED) / SECOND);
  const marks = met.free.map(
    (name): Write => ({
      Put: {
        TableName: TABLE(),
        Item: { ...keyOf(name), print: met.print, trial: trial.id, expiresAtEpoch },
        // Fails if another trial has claimed the row since `meetComputer` read it.
        ConditionExpression: "attribute_not_exists(pk) OR expiresAtEpoch <= :now",
        ExpressionAttributeValues: { ":now": Math.floor(now.getTime() / SECOND) },
      },
    }),
  );
  await transact([replacedLicense(before, after), ...marks]);
}

type Hash = (text: string) => string;

async function hasher(): Promise<Hash> {
  const secret = await readSecret(env("SECRET_MAILBOX"));
  return (text) => createHmac("sha256", secret).update(`computer:${text}`).digest("base64url");
}

/** Hashed fingerprints remain comparable. Only strong parts name rows, because many computers share weak ones. */
function named(fingerprint: string, hash: Hash): { print: string; names: string[] } {
  const parts = partsOf(fingerprint);
  if (!parts) return { print: hash(fingerprint), names: [hash(fingerprint)] };
  const hashed = [...parts].map(([kind, part]) => ({
    kind,
    isStrong: part.isStrong,
    value: hash(kind + part.hash).slice(0, 16),
  }));
  return {
    print: `fp3.${hashed.map(({ kind, isStrong, value }) => (isStrong ? kind.toUpperCase() : kind) + value).join(".")}`,
    names: hashed.filter(({ isStrong }) => isStrong).map(({ kind, value }) => kind + value),
  };
}
