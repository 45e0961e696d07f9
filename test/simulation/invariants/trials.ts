import { Grant } from "#shared/grants/grant.ts";
import { License } from "#shared/licenses/license.ts";
import { TRIAL_REMEMBERED } from "#shared/licenses/trial.ts";
import type { HandedOut } from "../people.ts";
import type { Shop } from "../shop.ts";
import type { Invariant } from "./invariant.ts";

export const licensesOf = (shop: Shop): License[] =>
  shop.database
    .rows("Seats")
    .filter((row) => row.sk === "license" && "grantId" in row)
    .map((row) => License.parse(row));

/** Checks a free key's lease with the paid tier when it is issued. @returns what is wrong */
export function untrueLease(shop: Shop, { seat, endsAt }: HandedOut): string | undefined {
  const license = licensesOf(shop).find(({ id }) => id === seat);
  if (license?.source !== "free") return undefined;
  const { trial } = license;
  if (!trial?.endsAt || trial.endedAt) return `${seat} has no trial that runs`;
  return endsAt > Date.parse(trial.endsAt) ? `${seat} has a trial until ${trial.endsAt}` : undefined;
}

/** A computer has the trial of only one account within a year. */
export const oneTrialAComputer: Invariant = ({ people }) =>
  [...Map.groupBy(people.tried, ({ fingerprint }) => fingerprint)].flatMap(([fingerprint, leases]) => {
    const last = new Map<string, number>();
    for (const { seat, issuedAt, endsAt } of leases) {
      const isSecond = [...last].some(([other, end]) => other !== seat && issuedAt < end + TRIAL_REMEMBERED);
      if (isSecond) return [`One trial per computer: ${fingerprint.slice(0, 8)} has had two`];
      last.set(seat, Math.max(endsAt, last.get(seat) ?? 0));
    }
    return [];
  });

/** Only a free key has a trial, and a purchase ends it. */
export const buyingEndsTheTrial: Invariant = ({ shop }) => {
  const grants = shop.database
    .rows("Grants")
    .filter(({ sk }) => String(sk).startsWith("grant#"))
    .map((row) => Grant.parse(row));
  return licensesOf(shop).flatMap(({ id, userId, source, trial, entitlement }) => {
    if (!trial) return [];
    if (source !== "free" || entitlement.tier !== "free")
      return [`Only a free key has a trial: ${id} is ${source}`];
    const bought = grants.some((grant) => grant.userId === userId && /^(sub|life):/.test(grant.id));
    return bought && !trial.endedAt ? [`Buying ends the trial: the trial of ${id} still runs`] : [];
  });
};
