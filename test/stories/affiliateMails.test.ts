import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { call } from "../support/api.ts";
import { clearFaults, injectFault, settle } from "../support/control.ts";
import { mailTo, type ReceivedMail } from "../support/mail.ts";
import { openPayoutDesk, type PayoutDesk } from "../support/payoutDesk.ts";
import { ask, asking } from "../support/payoutRequests.ts";
import { addStripeBalance, buyThrough, makeAffiliate } from "../support/payouts.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";
import { atStripe, stripeClient } from "../support/shop.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
let desk: PayoutDesk;
beforeAll(async () => {
  ({ close } = await startWorld());
  desk = await openPayoutDesk();
  await addStripeBalance(100_000_00);
});
afterAll(() => close());
beforeEach(clearFaults);

/**
 * A person's mails about the affiliate program, newest first. Checks that each says why it was sent, and links to the
 * affiliate's page.
 */
async function noticesTo(person: Person): Promise<ReceivedMail[]> {
  await settle();
  const mails = (await mailTo(person.email)).filter(({ text }) => text.includes("affiliate program."));
  for (const { text, html } of mails)
    for (const body of [text, html]) {
      expect(body).toContain(`Sent because you joined the ${BRAND.name} affiliate program.`);
      expect(body).toContain(`${stack().siteUrl}/dashboard/affiliate`);
    }
  return mails;
}
const subjects = async (person: Person) => (await noticesTo(person)).map(({ subject }) => subject).reverse();
const latest = async (person: Person) => (await noticesTo(person))[0]?.text;

/** Makes the function die after its write, so that its caller gets no answer. */
const dieAfterWriteOf = (id: string) =>
  injectFault({
    service: "dynamodb",
    operation: "TransactWriteItems",
    function: id,
    mode: "kill-after",
    times: 1,
  });
/** Makes the stream's function die after it queued the mail, so that it queues the mail again. */
const dieAfterQueueing = (id: string) =>
  injectFault({ service: "sqs", operation: "SendMessageBatch", function: id, mode: "kill-after", times: 1 });

test("an affiliate gets mails about the first commission, each step of a payout, and the share that a refund takes back", async () => {
  const person = await signUpPerson();
  const { affiliateId } = await makeAffiliate(person);
  expect(await subjects(person)).toEqual([]);
  const payment_intent = await buyThrough(affiliateId);
  await buyThrough(affiliateId);
  expect(await subjects(person)).toEqual(["Your first commission: $800.00"]);
  expect(await latest(person)).toMatch(
    /paid \$4,000\.00 before tax for a lifetime license on \w+ \d+, \d{4}\. Your commission is \$800\.00\.\s+It becomes available on \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC\./,
  );

  await desk.run("Calc");
  await dieAfterWriteOf("payouts/requestPayout");
  expect((await ask(person, 1600_00)).status).toBeGreaterThanOrEqual(500);
  expect(await latest(person)).toContain("You requested a payout of $1,600.00 on");
  const { body } = await call("payouts/listOwnPayouts", {}, { token: person.accessToken });
  const id = String((body.payouts as { id: string }[])[0]?.id);

  await desk.run("Calc");
  await dieAfterWriteOf("payouts/approve");
  expect((await desk.act("approve", id)).status).toBeGreaterThanOrEqual(500);
  expect((await desk.act("approve", id)).status).toBe(409);
  expect(await latest(person)).toContain("We approved your payout of $1,600.00");

  await dieAfterQueueing("affiliates/countTraffic");
  await desk.run("Distribute");
  expect(await latest(person)).toMatch(
    /We transferred \$1,600\.00 to your Stripe account on \w+ \d+, \d{4}[\s\S]+Transfer: tr_\w+\./,
  );

  await stripeClient().refunds.create({ payment_intent, amount: 100_00 });
  expect(await latest(person)).toMatch(
    /your commission was \$800\.00\. The customer got a refund\. We took back \$20\.00[\s\S]+already gone into a payout[\s\S]+balance is \$20\.00 lower/,
  );
  expect(await subjects(person)).toEqual([
    "Your first commission: $800.00",
    "We received your payout request for $1,600.00",
    "Your payout of $1,600.00 is approved",
    "We paid you $1,600.00",
    "$20.00 of your commission was taken back",
  ]);
});

test("one mail about a rejected request gives the reason, and says that the money is still available", async () => {
  const { person, id } = await asking([2500], 2500);
  await desk.run("Calc");
  await dieAfterWriteOf("payouts/reject");
  const reject = () =>
    call("payouts/reject", { request_id: id, reason: "Unclear traffic" }, desk.asOperator());
  expect((await reject()).status).toBeGreaterThanOrEqual(500);
  expect((await reject()).status).toBe(409);
  expect(await latest(person)).toMatch(
    /We rejected the payout of \$25\.00[\s\S]+Unclear traffic[\s\S]+Nothing was taken from your balance/,
  );
  // The request's payout is canceled, too. That causes no second mail.
  expect(await subjects(person)).toEqual([
    "We received your payout request for $25.00",
    "Your payout request for $25.00 was rejected",
  ]);
});

test("joining, a suspension, its end, and an account that Stripe no longer pays cause one mail each", async () => {
  const person = await signUpPerson();
  await dieAfterQueueing("affiliates/followSuspensions");
  const joined = await call("affiliates/join", { acceptTerms: true }, { token: person.accessToken });
  expect(await latest(person)).toContain(`Your code is ${joined.body.referral_code}. You earn 20% of`);

  const halt = (active: boolean) =>
    call("affiliates/halt", { scope: "affiliate", id: person.userId, active }, desk.asOperator());
  for (const active of [false, true]) {
    await dieAfterWriteOf("affiliates/halt");
    expect((await halt(active)).status).toBeGreaterThanOrEqual(500);
    expect((await halt(active)).status).toBe(200);
    await settle();
  }
  const here = { return_url: `${stack().siteUrl}/dashboard/affiliate` };
  await call("payouts/startOnboarding", here, { token: person.accessToken });
  const { data } = await stripeClient().accounts.list({ limit: 100 });
  const account = data.find(({ metadata }) => metadata?.affiliateId === person.userId)?.id;
  for (const state of ["enable", "restrict", "enable", "restrict"]) {
    await atStripe(`accounts/${account}/${state}`);
    await settle();
  }
  const stripeAsks = "Stripe can't pay you at the moment";
  expect(await subjects(person)).toEqual([
    `Welcome to the ${BRAND.name} affiliate program`,
    `Your ${BRAND.name} affiliate account is suspended`,
    `Your ${BRAND.name} affiliate account is active again`,
    stripeAsks,
    stripeAsks,
  ]);
});
