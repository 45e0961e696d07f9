import { expect, test } from "vitest";
import type { MoveRow } from "#shared/insights/growth.ts";
import { DAY, utcDay } from "#shared/instant.ts";
import { theWorld } from "../world/world.ts";

// A customer who cancels may give a reason, which the operator reads beside the churn.

const world = theWorld();
const churned = async (): Promise<MoveRow[]> => {
  const from = utcDay(new Date(world.now().getTime() - 60 * DAY));
  const span = { from, to: utcDay(world.now()), group: "mrr", kind: "churn" } as const;
  return (await world.operate("insights/listMoves", span)).body.rows as MoveRow[];
};

test("the reason for a cancellation is shown with the license, and after the end also with the churn", async () => {
  const { person } = await world.subscriber();
  await world.call("subscriptions/cancelSubscription", { reason: "too_expensive" }, person);
  await world.settle();
  const { body } = await world.operate("customers/getCustomer", { userId: person.userId });
  expect(body.grants).toContainEqual(expect.objectContaining({ left_because: "too_expensive" }));
  expect(await churned()).toEqual([]);
  await world.days(32);
  expect(await churned()).toMatchObject([{ user_id: person.userId, reason: "too_expensive" }]);
});

test("keeping the subscription deletes the reason for its cancellation, even if the subscription ends later", async () => {
  const { person } = await world.subscriber();
  await world.call("subscriptions/cancelSubscription", { reason: "too_expensive" }, person);
  await world.call("subscriptions/keepSubscription", {}, person);
  await world.call("subscriptions/cancelSubscription", {}, person);
  await world.days(32);
  expect((await churned()).map(({ reason }) => reason)).toEqual([undefined]);
});

test("a subscription that is canceled while its renewal is not yet charged also keeps the reason", async () => {
  const { person } = await world.subscriber();
  const { current_period_end, subscription_id } = await world.subscription(person);
  await world.seconds(current_period_end - world.now().getTime() / 1000 + 60);
  await world.call("subscriptions/cancelSubscription", { endsToday: true, reason: "unused" }, person);
  await world.settle();
  expect(world.store.find("subscription", subscription_id)?.status).toBe("canceled");
  expect(await churned()).toMatchObject([{ reason: "unused" }]);
});

const whyLeft = async () => (await churned()).map(({ reason }) => reason);

test.each(["the running", "an earlier"])(
  "a lost dispute about %s period is the reason for the churn",
  async (period) => {
    const { charge } = await world.subscriber();
    await world.days(period === "an earlier" ? 32 : 1);
    const decide = await world.dispute(charge);
    await decide("lost");
    await world.days(32);
    expect(await whyLeft()).toEqual(["payment_disputed"]);
  },
);

test("a refund that ends the subscription is the reason for the churn", async () => {
  const { payment } = await world.subscriber();
  await world.days(1);
  await world.stripe.refunds.create({ payment_intent: payment });
  await world.settle();
  expect(await whyLeft()).toEqual(["payment_refunded"]);
});

test("the deletion of the account is the reason for the churn", async () => {
  const { person } = await world.subscriber();
  await world.days(1);
  await world.call("customers/deleteAccount", { email: person.email }, person);
  await world.settle();
  expect(await whyLeft()).toEqual(["account_deleted"]);
});

test("an unpaid renewal is the reason for the churn", async () => {
  world.dunning("canceled");
  const { person } = await world.subscriber();
  await world.renewWith(person, "pm_card_chargeCustomerFail");
  await world.days(45);
  expect(await whyLeft()).toEqual(["payment_failed"]);
});

test("a lifetime license that replaces the subscription is the reason for the churn", async () => {
  await world.offerUnits(20);
  const { person } = await world.subscriber();
  await world.buy(person, "lifetime");
  await world.days(32);
  expect(await whyLeft()).toEqual(["lifetime_license_bought"]);
});

test("a customer can cancel without giving a reason", async () => {
  const { person } = await world.subscriber();
  await world.call("subscriptions/cancelSubscription", {}, person);
  await world.days(32);
  expect((await churned()).map(({ reason }) => reason)).toEqual([undefined]);
});
