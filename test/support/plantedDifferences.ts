import type Stripe from "stripe";
import { expect } from "vitest";
import { call } from "./api.ts";
import { clearFaults, injectFault, payCheckout, settle } from "./control.ts";
import { mailTo } from "./mail.ts";
import type { PayoutDesk } from "./payoutDesk.ts";
import type { Asking } from "./payoutRequests.ts";
import { buyThrough, makeAffiliate } from "./payouts.ts";
import { type Person, signUpPerson } from "./people.ts";
import { patchRow, proveAddress, putRow, rowsOf } from "./rows.ts";
import { atStripe, buy, openCheckout, paymentOf, setQuantity, stripeClient } from "./shop.ts";

/** Makes people and payments while every webhook still arrives. */
export async function prepare(desk: PayoutDesk) {
  const bought = async (product: "monthly" | "lifetime") => {
    const person = await signUpPerson();
    const { sessionId } = await buy(person, product);
    const { customer, subscription } = await stripeClient().checkout.sessions.retrieve(sessionId);
    return {
      person,
      ...(await paymentOf(sessionId)),
      customer: String(customer),
      subscription: String(subscription),
    };
  };
  /** A team with two seats, whose member has a key. */
  const team = async () => {
    const { person, subscription } = await bought("monthly");
    await setQuantity(subscription, 2);
    await settle();
    const member = await signUpPerson();
    await Promise.all([person, member].map(proveAddress));
    await call("subscriptions/inviteMember", { email: member.email }, { token: person.accessToken });
    await settle();
    const [mail] = (await mailTo(member.email)).filter(({ text }) => text.includes("/join-team#"));
    const token = /join-team#([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await call("subscriptions/joinTeam", { token }, { token: member.accessToken })).status).toBe(200);
    return { person, subscription, member, seat: await seatOf(member) };
  };
  const teams = [await team(), await team()] as const;
  await stripeClient().subscriptions.cancel(teams[1].subscription);
  await settle();
  const affiliate = await signUpPerson();
  const { affiliateId } = await makeAffiliate(affiliate);
  const paid = async () => {
    const one = await desk.approved([3000], 3000);
    await desk.run("Distribute");
    return one;
  };
  return {
    paying: [await signUpPerson(), await signUpPerson()],
    refunded: [{ affiliateId, payment_intent: await buyThrough(affiliateId) }, await bought("monthly")],
    disputed: [await bought("lifetime"), await bought("lifetime")],
    teams,
    ended: [await bought("monthly"), await bought("monthly")],
    deleted: [await bought("monthly"), await bought("lifetime")],
    reversed: [await paid(), await paid()],
    unanswered: await desk.approved([4000], 4000),
    restricted: await makeAffiliate(await signUpPerson()),
    enabled: await makeAffiliate(await signUpPerson()),
  } as const;
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Makes two changes of each kind at Stripe while no webhook arrives. @returns the ids in a report */
export async function plant(prepared: Prepared, desk: PayoutDesk) {
  const stripe = stripeClient();
  const { paying, refunded, disputed, teams, ended, deleted, reversed } = prepared;
  const { unanswered, restricted, enabled } = prepared;
  const payments = await Promise.all(
    paying.map((person, index) => pays(person, index === 0 ? "monthly" : "lifetime")),
  );
  const refunds: Stripe.Refund[] = [];
  for (const { payment_intent } of refunded) refunds.push(await stripe.refunds.create({ payment_intent }));
  const disputes: string[] = [];
  for (const { charge } of disputed) disputes.push((await dispute(charge)).id);
  await atStripe(`disputes/${disputes[1]}/close`, { outcome: "lost" });
  await setQuantity(teams[0].subscription, 1);
  // As if the stream had not ended the member's key after the subscription ended.
  await putRow("Grants", teams[1].seat.grant);
  await putRow("Seats", teams[1].seat.key);
  await stripe.subscriptions.cancel(ended[0].subscription);
  await stripe.subscriptions.update(ended[1].subscription, { cancel_at_period_end: true });
  for (const { customer } of deleted) await stripe.customers.del(customer);
  // The transfer is made, but the function dies before recording it.
  const transfer = { service: "stripe", operation: "transfers.create", function: "payouts/transfer" };
  await injectFault({ ...transfer, mode: "kill-after", times: 1 });
  expect((await desk.act("transfer", unanswered.id)).status).toBeGreaterThanOrEqual(500);
  await clearFaults();
  const foreign = await stripe.transfers.create({
    amount: 1234,
    currency: "usd",
    destination: enabled.account,
  });
  const reversals = await Promise.all(reversed.map((one, index) => reverse(one, 500 + index)));
  await atStripe(`accounts/${restricted.account}/restrict`);
  // The account is enabled at Stripe, but its row says that it is not.
  const row = { pk: `affiliate#${enabled.affiliateId}`, sk: "affiliate" };
  await patchRow("Affiliates", row, "payoutsEnabled", false);
  return {
    payments,
    refunds: refunds.map(({ id }) => id),
    disputes,
    // The hourly derivation of new rows may repair the second team before the comparison.
    teams: [teams[0].subscription],
    subscriptions: ended.map(({ subscription }) => subscription),
    customers: deleted.map(({ customer }) => customer),
    transfers: [await transferOf(unanswered), foreign.id],
    reversals,
    accounts: [restricted.account, enabled.account],
  };
}

async function seatOf(member: Person) {
  const grant = (await rowsOf("Grants")).find(({ pk }) => pk === member.userId);
  const key = (await rowsOf("Seats")).find(({ sk, userId }) => sk === "license" && userId === member.userId);
  if (!grant || !key) throw new Error(`${member.email} has no seat`);
  return { grant, key } as { grant: Row; key: Row };
}
type Row = Parameters<typeof putRow>[1];

const dispute = async (charge: string) => (await atStripe("disputes", { charge })) as { id: string };

/** Buys without waiting for the webhooks. @returns the session */
export async function pays(person: Person, product: "monthly" | "lifetime"): Promise<string> {
  const { body } = await openCheckout(person, product);
  await payCheckout(String(body.sessionId));
  return String(body.sessionId);
}

async function transferOf({ account }: Asking): Promise<string> {
  const { data } = await stripeClient().transfers.list({ destination: account, limit: 1 });
  return data[0]?.id ?? "";
}

async function reverse(one: Asking, amount: number): Promise<string> {
  const id = await transferOf(one);
  await stripeClient().transfers.createReversal(id, { amount });
  return id;
}
