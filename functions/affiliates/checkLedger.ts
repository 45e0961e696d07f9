import { DAY, MINUTE } from "#shared/instant.ts";
import { needsAttention } from "#shared/mail/mail.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { enqueue } from "../platform/queue.ts";
import { scheduled } from "../platform/schedule.ts";
import { keepStripePace } from "../platform/stripePace.ts";
import { differencesAtStripe, differencesInLedger, differencesInList } from "./ledger/check/rules.ts";
import {
  type CheckPlace,
  listBalances,
  readListed,
  readPlace,
  readTally,
  versionOf,
  writePlace,
} from "./ledger/check/table.ts";
import { transfersTo } from "./ledger/check/transfersTo.ts";

const STOP_BEFORE_END = 2 * MINUTE;
/** The maximum number of reads of an affiliate whose balance keeps changing. */
const MAX_LOOKS = 5;
const MAX_TOLD = 50;
/** A run compares this many affiliates with Stripe. The rest take turns, each on one day of a cycle of `DAYS` days. */
const MAX_ASKED = 3000;
const DAYS = 28;

export type LedgerReport = { compared: number; differing: number; finished: boolean };

/**
 * Daily: checks that each affiliate's balance, payouts and entry in the operator's list match the rows of the ledger.
 * For MAX_ASKED affiliates, and for the others on their day of the cycle, also checks that the payouts match Stripe's
 * transfers. Reports differences and repairs nothing. Stores its progress after each page, so that the next run can
 * resume.
 */
export const handler = scheduled(async (now, remainingMs): Promise<LedgerReport> => {
  keepStripePace();
  let asked = 0;
  const mayAsk = (affiliateId: string): boolean => {
    if (asked >= MAX_ASKED && cycleDayOf(affiliateId) !== Math.floor(now.getTime() / DAY) % DAYS)
      return false;
    asked += 1;
    return true;
  };
  let place = (await readPlace()) ?? beginning(now);
  let finished = false;
  while (!finished && remainingMs() > STOP_BEFORE_END) {
    place = await comparePage(place, now, mayAsk);
    finished = place.start === null;
    // After the last page, stores the progress only once the report's mail is queued.
    if (!finished) await writePlace(place);
  }
  if (place.count > 0) await tell(place);
  const { compared, count } = place;
  await writePlace({ ...place, since: now.toISOString(), compared: 0, count: 0, found: [] });
  log.info("ledger.compared", { compared, differing: count, finished });
  return { compared, differing: count, finished };
});

const cycleDayOf = (affiliateId: string): number =>
  [...affiliateId].reduce((sum, character) => sum + character.charCodeAt(0), 0) % DAYS;

const beginning = (now: Date): CheckPlace => ({
  start: null,
  since: now.toISOString(),
  compared: 0,
  count: 0,
  found: [],
});

type MayAsk = (affiliateId: string) => boolean;

async function comparePage(place: CheckPlace, now: Date, mayAsk: MayAsk): Promise<CheckPlace> {
  const { affiliateIds, next } = await listBalances(place.start);
  const found: string[] = [];
  await Promise.all(
    affiliateIds.map(async (affiliateId) => {
      const differences = await compare(affiliateId, now, mayAsk(affiliateId));
      if (differences.length > 0) found.push(`Affiliate ${affiliateId}: ${differences.join("; ")}.`);
    }),
  );
  return {
    ...place,
    start: next,
    compared: place.compared + affiliateIds.length,
    count: place.count + found.length,
    found: [...place.found, ...found].slice(0, MAX_TOLD),
  };
}

async function compare(affiliateId: string, now: Date, isAsked: boolean): Promise<string[]> {
  try {
    const differences = await differencesOf(affiliateId, now, isAsked);
    if (differences.length > 0)
      log.error("ledger.differs", differences.join("; "), { affiliate: affiliateId });
    return differences;
  } catch (error) {
    log.error("ledger.notCompared", error, { affiliate: affiliateId });
    return ["could not be compared; the function's log says why"];
  }
}

/** Reports differences only from a second or later read, and only if the balance did not change during that read. */
async function differencesOf(affiliateId: string, now: Date, isAsked: boolean): Promise<string[]> {
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    const tally = await readTally(affiliateId);
    const accounts = new Set(tally.payouts.flatMap(({ destination }) => destination ?? []));
    const differences = [
      ...differencesInLedger(tally),
      ...differencesInList(tally, await readListed(affiliateId)),
      ...(isAsked ? differencesAtStripe(tally.payouts, await transfersTo(accounts, now)) : []),
    ];
    if (differences.length === 0) return [];
    if (look > 1 && (await versionOf(affiliateId)) === tally.version) return differences;
  }
  throw new Error(`The ledger of ${affiliateId} changes faster than it can be read`);
}

async function tell({ since, count, found }: CheckPlace): Promise<void> {
  const mail = needsAttention(
    `ledger-differs:${since}`,
    `Affiliates whose ledger differs or could not be compared: ${count}`,
    `Nothing was changed. Amounts are in cents. ${found.join(" ")}${count > found.length ? " And more: see the function's log." : ""}`,
  );
  await enqueue(env("MAIL_QUEUE_URL"), [mail]);
}
