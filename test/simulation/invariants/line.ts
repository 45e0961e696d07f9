import { isOfLine } from "#shared/promotions/reservation.ts";
import { entriesOf, offeredNow } from "../steps/line.ts";
import type { Invariant, Settled } from "./invariant.ts";
import { account } from "./rights.ts";

/** The offer's counters match its units and the people on the waiting list. */
export const theLineAddsUp: Invariant = ({ shop }: Settled) => {
  const offer = shop.database.partition("Promotions", "promotion")[0];
  if (!offer) return [];
  const rows = shop.database.rows("Promotions");
  const held = rows.filter(({ pk, state }) => String(pk).startsWith("reservation#") && state === "held");
  const ofLine = held.filter(({ id }) => isOfLine(String(id)));
  const [sold, left, total] = [offer.sold, offer.left, offer.total].map(Number);
  const entries = entriesOf(shop);
  const offered = entries.filter(({ state }) => state === "offered").map(({ userId }) => userId);
  const waiting = entries.filter(({ state }) => state === "waiting").map(({ userId }) => userId);
  const line = rows.filter(({ pk }) => pk === "line").map(({ userId }) => String(userId));
  const same = (one: string[], other: string[]) => one.toSorted().join() === other.toSorted().join();
  const broken: string[] = [];
  if (offer.total !== null && (sold ?? 0) + held.length + (left ?? 0) !== total)
    broken.push(
      `Sold, held and left units add up to the total: ${sold}, ${held.length} and ${left} of ${total}`,
    );
  if (offered.length !== Number(offer.offered ?? 0))
    broken.push(`The waiting list adds up: ${offer.offered} offered, ${offered.length} entries`);
  if (waiting.length !== Number(offer.waiting ?? 0))
    broken.push(`The waiting list adds up: ${offer.waiting} wait, ${waiting.length} entries`);
  if (!same(waiting, line))
    broken.push(`The waiting list has everyone who waits: ${line} instead of ${waiting}`);
  const holders = ofLine.map(({ userId }) => String(userId));
  if (!same(offered, holders)) broken.push(`Each offered unit is held: by ${holders} instead of ${offered}`);
  return broken;
};

/** Units are offered in order. A person is skipped only while paying for another unit. */
export const theLineKeepsItsOrder: Invariant = ({ shop }: Settled) => {
  const entries = entriesOf(shop);
  return entries
    .filter(({ state }) => state === "waiting")
    .flatMap(({ userId, joinedAt }) => {
      const reservation = shop.database.partition("Promotions", `reservation#${userId}`)[0];
      if (reservation && String(reservation.createdAt) >= joinedAt) return [];
      return entries
        .filter((other) => other.state === "offered" && other.joinedAt > joinedAt)
        .map(
          (other) =>
            `The line keeps its order: ${userId} joined at ${joinedAt}, and ${other.userId}, offered first, at ${other.joinedAt}`,
        );
    });
};

/** A person who is offered a unit gets a mail, and can start to pay until the deadline. */
export const offersAreTrue: Invariant = async ({ shop, people, random }: Settled) => {
  const offered = offeredNow(shop).filter(({ userId }) => {
    const row = account(shop, userId);
    return row && row.deletedAt === null && row.mailStop == null;
  });
  const untold = offered
    .filter(({ id }) => shop.database.partition("Events", `mail#unit-offered:${id}`).length === 0)
    .map(({ userId }) => `Each person who is offered a unit has a mail: ${userId} has no mail`);
  const entry = random.pick(offered.filter(({ userId }) => !account(shop, userId)?.suspended));
  const person = people.all.find(({ sub }) => sub === entry?.userId);
  if (!person) return untold;
  const broken = await shop.tentatively(async () => {
    const { status, body } = await shop.call("checkout/startCheckout", person, {
      price_id: shop.stripe.prices.lifetime,
      mode: "payment",
      success_url: "https://shop.example/success",
      cancel_url: "https://shop.example/checkout",
    });
    // The person has paid in the meantime, or owns a license from another purchase.
    if (status === 200 || body.code === "ALREADY_OWNED" || isPaid(person.sub)) return [];
    return [`A person who is offered a unit can buy it: ${person.email} gets ${status} ${body.code}`];
  });
  return [...untold, ...broken];

  function isPaid(userId: string): boolean {
    const reservation = shop.database.partition("Promotions", `reservation#${userId}`)[0];
    return shop.stripe.store.find("checkoutSession", String(reservation?.sessionId))?.status === "complete";
  }
};
