import type Stripe from "stripe";
import { Grant, teamGrantId } from "#shared/grants/grant.ts";
import { License } from "#shared/licenses/license.ts";
import { standing } from "#shared/licenses/standing.ts";
import { isOver } from "#shared/subscriptions/subscription.ts";
import { clock } from "../determinism.ts";
import type { Shop } from "../shop.ts";
import { teamsOf } from "../steps/teams.ts";
import type { Invariant, Settled } from "./invariant.ts";
import { account } from "./rights.ts";

const grantsOf = (shop: Shop): Grant[] =>
  shop.database
    .rows("Grants")
    .filter(({ sk }) => String(sk).startsWith("grant#"))
    .map((row) => Grant.parse(row));

const keysOf = (shop: Shop): License[] =>
  shop.database
    .rows("Seats")
    .filter(({ sk, successor }) => sk === "license" && successor === undefined)
    .map((row) => License.parse(row));

/** The highest number of seats in the user's running subscriptions at Stripe; 0 without a subscription. */
function seatsAtStripe(shop: Shop, userId: string): number {
  const running = (shop.stripe.store.all("subscription") as unknown as Stripe.Subscription[]).filter(
    ({ status, metadata }) =>
      metadata.userId === userId &&
      !isOver(status as Parameters<typeof isOver>[0]) &&
      status !== "incomplete",
  );
  return Math.max(0, ...running.map(({ items }) => items.data[0]?.quantity ?? 1));
}

/** A seat's key works only for its current member and only while the seat is paid for. */
export const seatsArePaidFor: Invariant = ({ shop }: Settled) => {
  const now = new Date();
  const works = ({ entitlement }: License) => standing(entitlement, now).code === "VALID";
  const teams = teamsOf(shop);
  const grants = grantsOf(shop).filter(({ source }) => source === "team");
  const keys = keysOf(shop).filter(({ source }) => source === "team");
  const found: string[] = [];
  for (const key of keys.filter(works)) {
    const grant = grants.find(({ id, userId }) => id === key.grantId && userId === key.userId);
    const team = teams.find(({ ownerId }) => ownerId === grant?.team?.ownerId);
    const isMember = team?.members.some(
      ({ id, userId }) => teamGrantId(id) === key.grantId && userId === key.userId,
    );
    if (!isMember) found.push(`Nobody keeps a key after removal: ${key.grantId} of ${key.userId} works`);
  }
  for (const { ownerId, members } of teams) {
    const ids = new Set(members.map(({ id }) => teamGrantId(id)));
    const working = keys.filter((key) => ids.has(key.grantId) && works(key)).length;
    const paid = seatsAtStripe(shop, ownerId);
    // A failed refund keeps the paid period, although the subscription has ended.
    const isRestored = grantsOf(shop).some(
      ({ userId, source, endedFor, entitlement }) =>
        userId === ownerId && source === "subscription" && endedFor === "refund" && !entitlement.ended,
    );
    if (working > Math.max(0, paid - 1) && !isRestored)
      found.push(`No more keys than seats: the team of ${ownerId} has ${working}, and pays for ${paid}`);
  }
  return found;
};

/** The owner of the team, if a member of a team has the license. */
export function payerOf(shop: Shop, license: License | undefined): { teamOf?: string } {
  const grant = grantsOf(shop).find(({ id, userId }) => id === license?.grantId && userId === license.userId);
  return grant?.team ? { teamOf: grant.team.ownerId } : {};
}

/**
 * Each running lease of a team counts for the key of a current member or for a vacated seat, even after several
 * members have used the seat.
 */
export const formerLeasesCount: Invariant = ({ shop, people }: Settled) => {
  const isRunning = ({ endsAt }: { endsAt: string }) => Date.parse(endsAt) > clock.now();
  const keys = keysOf(shop);
  return teamsOf(shop).flatMap(({ ownerId, members, vacated }) => {
    const held = people.leases
      .filter(({ teamOf, endsAt }) => teamOf === ownerId && endsAt > clock.now())
      .map(({ seat, fingerprint }) => `${seat} ${fingerprint}`);
    const ids = new Set(members.map(({ id }) => teamGrantId(id)));
    const present = keys.filter(({ grantId }) => ids.has(grantId)).flatMap(({ leases }) => leases);
    const counted = [...present, ...vacated.flat()].filter(isRunning).length;
    const found = new Set(held).size;
    return found > counted
      ? [`Former leases count: ${found} run on the team of ${ownerId}, and ${counted} are counted`]
      : [];
  });
};

/** A member's key works while the buyer's key works. */
export const membersKeysWork: Invariant = ({ shop }: Settled) => {
  const now = new Date();
  const grants = grantsOf(shop);
  const keys = keysOf(shop);
  return teamsOf(shop).flatMap(({ ownerId, members }) => {
    const paid = grants.filter(({ userId, source }) => userId === ownerId && source === "subscription");
    const isRunning = paid.some(({ entitlement }) => standing(entitlement, now).code === "VALID");
    if (!isRunning || account(shop, ownerId)?.suspended === true) return [];
    return members.flatMap(({ id, userId }) => {
      const row = userId === null ? undefined : account(shop, userId);
      if (!row || row.suspended === true || row.deletedAt) return [];
      const key = keys.find(({ grantId }) => grantId === teamGrantId(id));
      if (key && !key.entitlement.active) return [];
      const code = key ? standing(key.entitlement, now).code : "no key";
      return code === "VALID"
        ? []
        : [`A member's key works: that of ${id} in the team of ${ownerId} is ${code}`];
    });
  });
};
