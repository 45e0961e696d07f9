import { beforeEach, describe, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import { owedOf } from "../../web/src/customer/standing/facts.ts";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld();
beforeEach(() => world.dunning("past_due"));

/** Days after which the last retry has failed, and Stripe has applied the rule for the end of dunning. */
const AFTER_DUNNING = 41;

/** A subscriber whose payments fail from the next month on. */
async function owing(): Promise<Person> {
  const { person } = await world.subscriber();
  await world.renewWith(person, "pm_card_chargeCustomerFail");
  return person;
}
const statusOf = async (person: Person) => (await world.subscription(person)).subscription_status;
async function endingAs(end: "unpaid" | "canceled"): Promise<Person> {
  world.dunning(end);
  const late = await owing();
  await world.days(AFTER_DUNNING);
  expect(await statusOf(late)).toBe(end);
  return late;
}
const fix = async (person: Person) => (await world.call("subscriptions/payOpenInvoices", {}, person)).body;
/** What the account's pages and the list of invoices show as due. */
async function shown(person: Person): Promise<number | undefined> {
  const { invoices } = (await world.call("subscriptions/listInvoices", {}, person)).body as {
    invoices: Parameters<typeof owedOf>[0];
  };
  return owedOf(invoices)?.cents;
}
async function expectFixed(late: Person, paid_cents = 3000): Promise<void> {
  expect(await shown(late)).toBe(paid_cents);
  await world.choose(late, "pm_card_visa");
  expect(await fix(late)).toMatchObject({ outcome: "paid", paid_cents });
  expect(await statusOf(late)).toBe("active");
  expect(await world.codes(late)).toEqual(["VALID"]);
  expect(await fix(late)).toMatchObject({ outcome: "nothing_due" });
  expect(await shown(late)).toBeUndefined();
}

test("an unpaid renewal causes a warning and retries, and after 14 days the key stops until the customer pays", async () => {
  const late = await owing();
  const { subscription_id, current_period_start, current_period_end } = await world.subscription(late);
  const failed = (current_period_end - current_period_start) / (DAY / 1000);
  await world.days(failed + 1);
  expect(await statusOf(late)).toBe("past_due");
  expect(await world.keys(late)).toMatchObject([{ code: "VALID", warning: "PAYMENT_PAST_DUE" }]);
  expect(world.mailed(late, /did not go through/)).toBe(1);
  expect(world.mailed(late, /Next attempt: \w+ \d+, \d{4} at /)).toBe(1);
  await world.days(AFTER_DUNNING - failed - 1);
  expect(world.mailed(late, /did not go through/)).toBe(1);
  expect(await world.codes(late)).toEqual(["VALID"]);
  await world.days(6);
  expect(await world.codes(late)).toEqual(["PAYMENT_REQUIRED"]);
  await world.days(17);
  expect(await world.codes(late)).toEqual(["PAYMENT_REQUIRED"]);
  await world.renewWith(late, "pm_card_visa");
  const open = await world.invoices(subscription_id, "open");
  expect(open).toHaveLength(2);
  for (const { id } of open) await world.stripe.invoices.pay(String(id));
  await world.settle();
  expect(await world.keys(late)).toMatchObject([{ code: "VALID", warning: null }]);
});

test("after dunning ended the subscription, its last invoice cannot be paid, and the customer can buy again", async () => {
  const late = await endingAs("canceled");
  const { subscription_id } = await world.subscription(late);
  expect((await world.invoices(subscription_id)).map(({ status }) => status)).toEqual(["void", "paid"]);
  expect(await world.codes(late)).toEqual(["EXPIRED"]);
  await world.buy(late, "monthly");
  expect(await world.codes(late)).toContain("VALID");
});

test("a payment that arrives before the webhook about the subscription's end is refunded with a mail", async () => {
  const late = await owing();
  await world.days(33.5);
  const { subscription_id } = await world.subscription(late);
  const [open] = await world.invoices(subscription_id, "open");
  const payment_method = await world.choose(late, "pm_card_visa");
  await world.withoutWebhooks(async () => {
    await world.stripe.subscriptions.cancel(subscription_id);
    await world.stripe.invoices.pay(String(open?.id), { payment_method });
  });
  await world.settle();
  expect(world.charged(late)).toBe(1);
  expect(await world.codes(late)).toEqual(["EXPIRED"]);
  expect(world.mailed(late, /arrived after your subscription ended/)).toBe(1);
  expect(world.mailed(late, /We sent .* back/)).toBe(0);
  await world.buy(late, "monthly");
  expect(await world.codes(late)).toContain("VALID");
});

describe("Fix payment", () => {
  test("collects a past_due payment at once", async () => {
    const late = await owing();
    await world.days(AFTER_DUNNING);
    expect(await statusOf(late)).toBe("past_due");
    await expectFixed(late);
  });

  test("collects an unpaid invoice at once, and the key works again", async () => {
    const late = await endingAs("unpaid");
    expect(await world.codes(late)).toEqual(["PAYMENT_REQUIRED"]);
    await expectFixed(late);
  });

  test("collects the newest unpaid month, which Stripe keeps as a draft", async () => {
    const late = await endingAs("unpaid");
    await world.days(63 - AFTER_DUNNING);
    const { subscription_id } = await world.subscription(late);
    expect((await world.invoices(subscription_id)).map(({ status }) => status)).toEqual([
      "draft",
      "open",
      "paid",
    ]);
    expect(world.mails(late)[0]?.text).toMatch(
      /everything that is due, it works.* The next payment is then due on \w+ \d+, \d{4} at/,
    );
    await expectFixed(late, 6000);
    await world.settle();
    const receipts = world.mails(late).map(({ text }) => text.split("\n")[0] ?? "");
    const [past, running] = receipts.filter((line) => line.startsWith("We received")).sort();
    expect(past).toMatch(/\. +This pays for the period that ended on March \d, 2026\.$/);
    expect(running).toMatch(/\. Your subscription is paid until April \d[^.]+\.$/);
  });

  test("collects no month in which the key was blocked from the first day to the last", async () => {
    const late = await endingAs("unpaid");
    await world.days(95 - AFTER_DUNNING);
    const { subscription_id } = await world.subscription(late);
    const drafts = await world.invoices(subscription_id, "draft");
    expect(drafts).toHaveLength(2);
    await expectFixed(late, 6000);
    expect(await world.invoices(subscription_id, "draft")).toMatchObject([{ id: drafts[1]?.id }]);
  });

  test("collects every open payment of an overdue subscription, and the mail about the last payment names the total", async () => {
    const late = await owing();
    await world.days(63);
    expect(await statusOf(late)).toBe("past_due");
    expect(world.mails(late)[0]?.text).toContain("In total, $60.00 is due.");
    await expectFixed(late, 6000);
  });

  test("collects the total that the mail names if the bank requires a confirmation, including the newest unpaid month", async () => {
    const late = await endingAs("unpaid");
    await world.days(63 - AFTER_DUNNING);
    const { subscription_id } = await world.subscription(late);
    const [open] = await world.invoices(subscription_id, "open");
    const payment_method = await world.choose(late, "pm_card_authenticationRequired");
    await expect(world.stripe.invoices.pay(open?.id ?? "", { payment_method })).rejects.toThrow();
    await world.settle();
    expect(world.mails(late)[0]?.text).toContain("In total, $60.00 is due.");
    await expectFixed(late, 6000);
  });

  test("nothing is due for a running subscription, in the hour before a renewal is charged, and after the end", async () => {
    const { person } = await world.subscriber();
    expect(await shown(person)).toBeUndefined();
    const { current_period_start, current_period_end, subscription_id } = await world.subscription(person);
    await world.days((current_period_end - current_period_start) / (DAY / 1000) + 0.01);
    expect(await world.invoices(subscription_id, "draft")).toHaveLength(1);
    expect(await shown(person)).toBeUndefined();
    const ended = await endingAs("canceled");
    expect(await shown(ended)).toBeUndefined();
    expect(await fix(ended)).toMatchObject({ outcome: "nothing_due" });
  });

  test("says that the bank declined, and leads to the bank's page if the customer has to confirm", async () => {
    const late = await owing();
    await world.days(AFTER_DUNNING);
    await world.choose(late, "pm_card_chargeCustomerFail");
    expect(await fix(late)).toMatchObject({ outcome: "declined", reason: "Your card was declined." });
    await world.choose(late, "pm_card_authenticationRequired");
    expect(await fix(late)).toMatchObject({
      outcome: "action_required",
      invoice_url: expect.stringContaining("/i/in_"),
    });
  });
});
