import { Grant } from "#shared/grants/grant.ts";
import { DAY, MINUTE } from "#shared/instant.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { clock } from "../determinism.ts";
import type { Shop } from "../shop.ts";
import type { Invariant, Settled } from "./invariant.ts";

/** The account shows a subscription's state at Stripe. */
export const statusIsTrue: Invariant = ({ shop }: Settled) =>
  shop.database
    .rows("Grants")
    .filter(({ sk }) => String(sk).startsWith("grant#sub:"))
    .flatMap((row) => {
      const shown = Grant.parse(row).subscription;
      const real = shown && shop.stripe.store.find("subscription", shown.subscription_id);
      if (!shown || !real) return [];
      const pairs = {
        status: [shown.subscription_status, real.status],
        cancel_at: [shown.cancel_at, real.cancel_at],
        cancel_at_period_end: [shown.cancel_at_period_end, real.cancel_at_period_end],
      };
      return Object.entries(pairs)
        .filter(([, [one, other]]) => one !== other)
        .map(
          ([field, [one, other]]) => `The status is true: ${real.id} shows ${field} ${one}, Stripe ${other}`,
        );
    });

/** Each refund by the operator is audited: the intent at once, and the result after the sweep at the latest. */
export const moneyIsAudited: Invariant = ({ shop }: Settled) => {
  const entries = shop.database.rows("Audit");
  return shop.stripe.store
    .all("refund")
    .filter(({ metadata }) => metadata?.requestId !== undefined)
    .flatMap((refund) => {
      const about = entries.filter(({ subject }) => subject === `payment#${refund.payment_intent}`);
      if (about.length === 0) return [`Money is audited: ${refund.id} has no entry`];
      if (!about.some((entry) => JSON.stringify(entry).includes('"asked"')))
        return [`Money is audited: nobody asked for ${refund.id}`];
      const isOld = clock.now() - refund.created * 1000 > 120 * MINUTE;
      const hasResult = about.some((entry) => JSON.stringify(entry).includes(refund.id));
      return isOld && !hasResult ? [`Money is audited: nothing says that ${refund.id} was made`] : [];
    });
};

/**
 * The next sweep makes each requested refund, unless Stripe refuses it. In a deployment, the sweep runs every five
 * minutes. Here it runs every hour, or only with the daily jobs while at least twelve hours pass.
 */
export const refundsAreFinished: Invariant = ({ shop }: Settled) =>
  shop.database
    .rows("Events")
    .filter(({ queue, receivedAt }) => queue === "open-refunds" && isOlder(String(receivedAt)))
    .map(({ requestId }) => `Each requested refund is made: the refund ${requestId} is still open`);

const isOlder = (at: string): boolean => clock.now() - Date.parse(at) > 2 * DAY;

const WEEK = 7 * DAY;

/** The next run retries each payout whose reason promises that. */
export const promisedRetriesHappen: Invariant = async ({ shop }: Settled) => {
  const promised = failedForNow(shop);
  if (promised.length === 0) return [];
  return shop.tentatively(async () => {
    const { engine } = shop.stripe;
    const money = {
      amount: 100_000_00,
      currency: "usd",
      type: "topup" as const,
      source: "tu_simulation",
      description: "Top-up",
    };
    engine.acts.bookMoney(money);
    // Moves to another day, because at most one run happens per day.
    clock.moveTo(clock.now() + WEEK);
    await shop.run("payouts/distributeWeekly");
    await shop.settle();
    const after = new Map(failedForNow(shop).map((payout) => [payout.id, payout]));
    return promised
      .filter(({ id, attempt }) => after.get(id)?.attempt?.number === attempt?.number)
      .map(
        ({ id, reason }) =>
          `Each promised retry happens: ${id} says "${reason}", and the run did not retry it`,
      );
  });
};

/** Failed payouts that promise a retry, and whose account Stripe can pay. */
function failedForNow(shop: Shop): Payout[] {
  const rows = shop.database.rows("Payouts");
  const payable = new Set(
    shop.database
      .rows("Affiliates")
      .filter(({ status, payoutsEnabled }) => status === "active" && payoutsEnabled === true)
      .map(({ stripeAccountId }) => stripeAccountId),
  );
  return rows
    .filter(({ sk }) => String(sk).startsWith("payout#"))
    .map((row) => Payout.parse(row))
    .filter(
      ({ status, reason, destination }) =>
        status === "failed" && reason?.includes("retries it") && payable.has(destination ?? ""),
    );
}
