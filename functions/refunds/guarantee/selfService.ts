import type { Instant } from "#shared/instant.ts";
import { LONGEST_LEASE } from "#shared/licenses/lease.ts";
import type { RefundOffer } from "#shared/refunds/refunds.ts";
import { answerBy } from "#shared/refunds/withdrawal.ts";
import { countVideosSince } from "../../activity/index.ts";
import type { Account } from "../../http/index.ts";
import { listLicenses } from "../../licenses/index.ts";
import { personOf } from "../../persons/index.ts";
import { readTeam, type Team } from "../../subscriptions/index.ts";
import { readLimits } from "../limitTable.ts";
import { countAsks } from "../table.ts";
import { findWithdrawal, type Withdrawal } from "../withdrawals/table.ts";
import { findGuaranteed, type Guaranteed } from "./find.ts";
import { isWithin } from "./rules.ts";

export type Offered = Pick<Guaranteed, "payments"> & {
  offer: RefundOffer;
  counted: { names: string[]; max: number };
  /** When the last offline license of the customer and their team ends. */
  leaseUntil: Instant | undefined;
  /** The id of a request to the operator, and the request if it is stored. */
  request: { id: string; stored: Withdrawal | undefined };
};

/**
 * The refund that the guarantee allows, or the refund of a renewal after which few videos were made. The customer gets
 * it without a review if the operator's limits allow that and no offline license runs. Otherwise the operator decides.
 */
export async function offerTo(user: Account, now: Date): Promise<Offered | undefined> {
  const { userId } = user;
  const limits = await readLimits();
  const found = await findGuaranteed(userId, now, limits);
  const [latest] = found?.payments ?? [];
  if (found === undefined || latest === undefined) return undefined;
  const { offer, payments, cards, renewedAt } = found;
  const team = await readTeam(userId);
  const people = [userId, ...team.members.flatMap((member) => member.userId ?? [])];
  if (renewedAt !== undefined && (await videosOf(people, renewedAt)) > (offer.max_videos ?? 0))
    return undefined;
  const id = `guarantee-${latest.payment}`;
  const names = [userId, ...(await personOf(user, cards))];
  const [asked, leaseUntil, stored] = await Promise.all([
    countAsks(names),
    offlineUntil(people, team.vacated, now),
    findWithdrawal(id),
  ]);
  const isOnce = isWithin(limits, offer.amount_cents, asked);
  return {
    offer: {
      ...offer,
      self_service: isOnce && leaseUntil === undefined,
      ...(isOnce && leaseUntil !== undefined && leaseUntil < offer.until ? { lease_until: leaseUntil } : {}),
      ...(stored && { answer_by: stored.answeredAt === null ? answerBy(stored.receivedAt) : null }),
    },
    payments,
    leaseUntil,
    counted: { names, max: limits.max_per_person },
    request: { id, stored },
  };
}

async function videosOf(people: string[], since: Instant): Promise<number> {
  const counts = await Promise.all(people.map((person) => countVideosSince(person, since)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function offlineUntil(
  people: string[],
  vacated: Team["vacated"],
  now: Date,
): Promise<Instant | undefined> {
  const seats = await Promise.all(people.map((person) => listLicenses(person, undefined)));
  const given = seats
    .flatMap(({ licenses }) => licenses)
    .filter(({ source }) => source !== "free" && source !== "manual")
    .flatMap(({ offline }) => offline);
  // For a removed seat we know only when its leases end. Only offline leases are longer than LONGEST_LEASE.
  const long = vacated.flat().filter(({ endsAt }) => Date.parse(endsAt) > now.getTime() + LONGEST_LEASE);
  return [...given, ...long]
    .map(({ endsAt }) => endsAt)
    .filter((endsAt) => Date.parse(endsAt) > now.getTime())
    .sort()
    .at(-1);
}
