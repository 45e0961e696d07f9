import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, type Hook, startBench } from "../src/bench.ts";
import { refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

async function express() {
  return bench.stripe.accounts.create({
    type: "express",
    country: "US",
    email: "ada@example.com",
    capabilities: { transfers: { requested: true } },
  });
}
async function onboarded() {
  const account = await express();
  await bench.control(`accounts/${account.id}/enable`);
  return account;
}
const link = (account: string) =>
  bench.stripe.accountLinks.create({
    account,
    type: "account_onboarding",
    return_url: "https://site.test/back",
    refresh_url: "https://site.test/again",
  });
const PERSON = {
  first: "Ada",
  last: "Lovelace",
  email: "ada@example.com",
  birth: "1990-12-10",
  bank: "000123456789",
  agree: "on",
};

describe("onboarding", () => {
  test("a new account cannot receive transfers", async () => {
    const account = await express();
    expect(account).toMatchObject({
      type: "express",
      details_submitted: false,
      payouts_enabled: false,
      capabilities: { transfers: "inactive" },
    });
    expect(account.requirements?.currently_due).toContain("external_account");
    const error = await refusal(
      bench.stripe.transfers.create({ amount: 100, currency: "usd", destination: account.id }),
    );
    expect(error.code).toBe("insufficient_capabilities_for_transfer");
  });

  test("completing the page enables the account and emits an event", async () => {
    const hook = await bench.listen(["account.updated"], true);
    const account = await express();
    const { url } = await link(account.id);
    expect(await (await fetch(url)).text()).toContain("Agree and submit");
    const back = await bench.form(url, { ...PERSON, action: "submit" });
    expect(back.headers.get("location")).toBe("https://site.test/back");
    const after = await bench.stripe.accounts.retrieve(account.id);
    expect(after).toMatchObject({
      details_submitted: true,
      payouts_enabled: true,
      capabilities: { transfers: "active" },
      requirements: { currently_due: [] },
    });
    expect(after.external_accounts?.data).toHaveLength(1);
    await bench.sandbox.settle();
    expect(hook.received[0]?.event.data.previous_attributes).toMatchObject({ details_submitted: false });
  });

  test("saving for later does not submit the details", async () => {
    const account = await express();
    const { url } = await link(account.id);
    await bench.form(url, { action: "later" });
    expect((await bench.stripe.accounts.retrieve(account.id)).details_submitted).toBe(false);
  });

  test("a link stops working after five minutes, or when a form on its page was submitted", async () => {
    const account = await express();
    const used = await link(account.id);
    await bench.form(used.url, { action: "later" });
    const late = await link(account.id);
    await bench.forward({ minutes: 6 });
    for (const { url } of [used, late]) {
      expect((await fetch(url, { redirect: "manual" })).headers.get("location")).toBe(
        "https://site.test/again",
      );
    }
  });

  test("a restricted account cannot receive transfers or payouts", async () => {
    const account = await onboarded();
    await bench.control(`accounts/${account.id}/restrict`);
    expect(await bench.stripe.accounts.retrieve(account.id)).toMatchObject({
      payouts_enabled: false,
      capabilities: { transfers: "inactive" },
    });
  });
});

describe("an event of a connected account", () => {
  test("goes only to endpoints for connected accounts, which get no events of the platform", async () => {
    const [own, connected] = [await bench.listen(), await bench.listen(["*"], true)];
    const account = await onboarded();
    await bench.stripe.customers.create();
    await bench.sandbox.settle();
    const told = (hook: Hook) => hook.received.map(({ event }) => [event.type, event.account]);
    expect(told(connected)).toEqual([["account.updated", account.id]]);
    expect(told(own)).toEqual([["customer.created", undefined]]);
  });

  test("appears only in requests for that account", async () => {
    const { id: stripeAccount } = await onboarded();
    const { id: another } = await onboarded();
    const { events } = bench.stripe;
    const { data } = await events.list({ type: "account.updated" }, { stripeAccount });
    expect(data).toMatchObject([{ account: stripeAccount, data: { object: { id: stripeAccount } } }]);
    expect((await events.list({ type: "account.updated" })).data).toEqual([]);
    const id = data[0]?.id ?? "";
    expect(await events.retrieve(id, {}, { stripeAccount })).toMatchObject({ id, account: stripeAccount });
    expect((await refusal(events.retrieve(id))).statusCode).toBe(404);
    expect((await refusal(events.retrieve(id, {}, { stripeAccount: another }))).statusCode).toBe(404);
    const stranger = await refusal(events.retrieve(id, {}, { stripeAccount: "acct_other" }));
    expect(stranger).toMatchObject({ statusCode: 403, code: "account_invalid" });
  });
});

test("a webhook endpoint takes the parameter `connect` only at its creation, and shows an application id in its place", async () => {
  const { endpoint: own } = await bench.listen();
  const { endpoint } = await bench.listen(["account.updated"], true);
  expect(own.application).toBeNull();
  expect(endpoint.application).toMatch(/^ca_/);
  expect(endpoint).not.toHaveProperty("connect");
  const { webhookEndpoints } = bench.stripe;
  const change = await refusal(webhookEndpoints.update(endpoint.id, { connect: false } as object));
  expect(change).toMatchObject({ statusCode: 400, code: "parameter_unknown", param: "connect" });
  const made = webhookEndpoints.create({
    url: "https://site.test/hook",
    enabled_events: ["*"],
    connect: "perhaps",
  } as unknown as Stripe.WebhookEndpointCreateParams);
  expect(await refusal(made)).toMatchObject({ statusCode: 400, param: "connect" });
});

test("deleting an account emits account.application.deauthorized", async () => {
  const account = await bench.stripe.accounts.create({ type: "standard" });
  const hook = await bench.listen(["account.application.deauthorized"], true);
  await bench.stripe.accounts.del(account.id);
  await bench.sandbox.settle();
  expect(hook.received[0]?.event).toMatchObject({
    account: account.id,
    data: { object: { object: "application", name: "Sandbox" } },
  });
});

describe("transfers", () => {
  test("are limited to the available balance", async () => {
    const account = await onboarded();
    const error = await refusal(
      bench.stripe.transfers.create({ amount: 100, currency: "usd", destination: account.id }),
    );
    expect(error).toMatchObject({ statusCode: 400, code: "balance_insufficient" });
    await bench.control("balance", { amount: 5000 });
    const transfer = await bench.stripe.transfers.create({
      amount: 3000,
      currency: "usd",
      destination: account.id,
      transfer_group: "payout-1",
      metadata: { payout: "1" },
    });
    expect(transfer).toMatchObject({
      amount: 3000,
      destination: account.id,
      transfer_group: "payout-1",
      reversed: false,
      metadata: { payout: "1" },
    });
    expect((await bench.stripe.balance.retrieve()).available[0]?.amount).toBe(2000);
    expect(
      (
        await refusal(
          bench.stripe.transfers.create({ amount: 2001, currency: "usd", destination: account.id }),
        )
      ).code,
    ).toBe("balance_insufficient");
  });

  test("are listed by group and by destination", async () => {
    const [one, two] = [await onboarded(), await onboarded()];
    await bench.control("balance", { amount: 5000 });
    const first = await bench.stripe.transfers.create({
      amount: 100,
      currency: "usd",
      destination: one.id,
      transfer_group: "g1",
    });
    await bench.stripe.transfers.create({
      amount: 100,
      currency: "usd",
      destination: two.id,
      transfer_group: "g2",
    });
    expect((await bench.stripe.transfers.list({ transfer_group: "g1" })).data.map((t) => t.id)).toEqual([
      first.id,
    ]);
    expect((await bench.stripe.transfers.list({ destination: two.id })).data).toHaveLength(1);
    expect((await bench.stripe.transfers.list({ transfer_group: "none" })).data).toHaveLength(0);
  });

  test("can be reversed in parts, up to the full amount", async () => {
    const hook = await bench.listen(["transfer.reversed"]);
    const account = await onboarded();
    await bench.control("balance", { amount: 3000 });
    const transfer = await bench.stripe.transfers.create({
      amount: 3000,
      currency: "usd",
      destination: account.id,
    });
    await bench.stripe.transfers.createReversal(transfer.id, { amount: 1000 });
    expect(await bench.stripe.transfers.retrieve(transfer.id)).toMatchObject({
      amount_reversed: 1000,
      reversed: false,
    });
    expect((await refusal(bench.stripe.transfers.createReversal(transfer.id, { amount: 2001 }))).param).toBe(
      "amount",
    );
    await bench.stripe.transfers.createReversal(transfer.id);
    const after = await bench.stripe.transfers.retrieve(transfer.id);
    expect(after).toMatchObject({ amount_reversed: 3000, reversed: true });
    expect(after.reversals.data.map((reversal) => reversal.amount)).toEqual([2000, 1000]);
    expect((await bench.stripe.balance.retrieve()).available[0]?.amount).toBe(3000);
    await bench.sandbox.settle();
    expect(hook.types()).toEqual(["transfer.reversed", "transfer.reversed"]);
    expect((await refusal(bench.stripe.transfers.createReversal(transfer.id))).code).toBe(
      "transfer_already_reversed",
    );
  });

  test("need an existing destination", async () => {
    expect(
      await refusal(bench.stripe.transfers.create({ amount: 1, currency: "usd", destination: "acct_none" })),
    ).toMatchObject({
      code: "resource_missing",
      param: "destination",
    });
  });
});
