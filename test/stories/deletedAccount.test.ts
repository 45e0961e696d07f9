import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { payoutId } from "#shared/payouts/id.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { PayoutStatus } from "#shared/payouts/states.ts";
import { newPayout } from "../../functions/payouts/claims/rules.ts";
import { createPayout } from "../../functions/payouts/table.ts";
import { call } from "../support/api.ts";
import { advanceClock, clearFaults, injectFault, resetClock, settle } from "../support/control.ts";
import { activationOf, freeKeyOf } from "../support/devices.ts";
import { mailTo } from "../support/mail.ts";
import { earn, makeAffiliate } from "../support/payouts.ts";
import { type Person, signInPerson, signUpOperator, signUpPerson } from "../support/people.ts";
import { putRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { atStripe, buy, computer, openCheckout, openSlowCheckout, stripeClient } from "../support/shop.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

/** The fields of an affiliate's payout, except for the owner. */
const NOT_ASKED = {
  requestedCents: 2000,
  status: "approved" as const,
  requestedAt: "2026-01-05T08:00:00.000Z",
  decidedAt: null,
  reason: null,
  isCalculated: true,
};
const ERASE = "customers/eraseAccount";
const as = ({ accessToken }: Person) => ({ token: accessToken });

/** An operator changes a key, and writes the owner's address into its metadata. */
async function writeBeside(email: string, licenseKey: string): Promise<void> {
  const operator = as(await signUpOperator());
  const { body } = await call("licenses/searchKeys", { search: licenseKey }, operator);
  const [{ id: keyId }] = body.keys as [{ id: string }];
  const extras = { features: [], coveredVersion: null, coveredUntil: null, metadata: { invoiceTo: email } };
  expect(await call("licenses/setEntitlements", { keyId, extras }, operator)).toMatchObject({ status: 200 });
  expect(await call("licenses/resetSwaps", { keyId }, operator)).toMatchObject({ status: 200 });
}

const accountOf = ({ userId }: Person) => `acct_of_${userId}`;

/** A customer who has used every part of the product that stores something. */
async function settledIn(): Promise<{ person: Person; licenseKey: string; freeKey: string; desk: string }> {
  const person = await signUpPerson();
  await call("customers/startSession", {}, as(person));
  const { licenseKey } = await buy(person, "monthly");
  await openCheckout(person, "lifetime");
  const freeKey = await freeKeyOf(person);
  const desk = `desk of ${person.userId}`;
  const { body } = await call("licenses/activate", { licenseKey, ...computer(desk) });
  const at = new Date().toISOString();
  const entry = { id: randomUUID(), type: "video_created", status: "success", at, title: "My day" } as const;
  const activation = activationOf(licenseKey, desk, body);
  await call("activity/report", { ...activation, sentAt: at, entries: [entry] });
  await putRow("Affiliates", {
    pk: `affiliate#${person.userId}`,
    sk: "affiliate",
    list: "affiliates",
    affiliateId: person.userId,
    status: "active",
    referralCode: `CODE${person.userId.slice(0, 8).toUpperCase()}`,
    rateBasisPoints: 2000,
    email: person.email,
    normalisedEmail: person.email,
    termsAcceptedAt: at,
    termsVersion: "2026-11",
    joinedAt: at,
    country: "AT",
    stripeAccountId: accountOf(person),
    payoutsEnabled: true,
  });
  await settle();
  await writeBeside(person.email, licenseKey);
  return { person, licenseKey, freeKey, desk };
}

/** Every row, in any table, that contains one of these words. */
async function rowsWith(...words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.keys(stack().dynamodb.tables))
    for (const row of await rowsOf(table)) {
      const text = JSON.stringify(row);
      if (words.some((word) => text.includes(word))) found.push(`${table}: ${text}`);
    }
  return found;
}

async function expectGone(person: Person): Promise<void> {
  expect(await call("accounts/getAccount", {}, as(person))).toMatchObject({ status: 401 });
  expect(await call("customers/startSession", {}, as(person))).toMatchObject({ status: 401 });
  await expect(signInPerson(person.email)).rejects.toThrow();
  expect(await rowsWith(person.email)).toEqual([]);
  const last = (await mailTo(person.email)).filter(({ subject }) => subject.includes("account was deleted"));
  expect(last.map(({ text }) => text)).toEqual([
    expect.stringMatching(/deleted as requested on \w+ \d+, \d{4}\.[\s\S]+\/privacy/),
  ]);
}

describe("a customer who has used everything", () => {
  let who: Awaited<ReturnType<typeof settledIn>>;
  beforeAll(async () => {
    who = await settledIn();
  });

  test("gets all data in the export", async () => {
    const { status, body } = await call("customers/exportData", {}, as(who.person));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: { id: who.person.userId, email: who.person.email, emailConfirmed: true },
      affiliate: { status: "active" },
      activity: [{ activity_type: "video_created", title: "My day", computer_name: who.desk }],
      next: null,
    });
    expect(body.grants).toHaveLength(2);
    const seats = body.seats as { license_key: string; computer_name: string | null }[];
    expect(new Map(seats.map((seat) => [seat.license_key, seat.computer_name]))).toEqual(
      new Map([
        [who.licenseKey, who.desk],
        [who.freeKey, null],
      ]),
    );
    expect((body.sightings as unknown[]).length).toBeGreaterThan(0);
    expect(body.purchases).toMatchObject([{ product: "lifetime" }, { product: "monthly" }]);
    expect(JSON.stringify(body)).not.toMatch(/hash|secret/i);
  });

  test("is not deleted if the typed address is wrong", async () => {
    const { status, body } = await call(
      "customers/deleteAccount",
      { email: "x@example.com" },
      as(who.person),
    );
    expect([status, body.code, body.field]).toEqual([400, "VALIDATION_ERROR", "email"]);
  });

  test("is not deleted if the sign-in is more than ten minutes old", async () => {
    await advanceClock((11 * MINUTE) / SECOND);
    try {
      const stale = await call("customers/deleteAccount", { email: who.person.email }, as(who.person));
      expect(stale).toMatchObject({ status: 403, body: { code: "FRESH_SIGN_IN_REQUIRED" } });
    } finally {
      await resetClock();
    }
  });

  test("is deleted on request, and is not charged again", async () => {
    const [row] = (await rowsOf("Users")).filter(({ userId }) => userId === who.person.userId);
    const customer = String(row?.stripeCustomerId);
    const answer = await call(
      "customers/deleteAccount",
      { email: who.person.email.toUpperCase() },
      as(who.person),
    );
    expect(answer.status).toBe(200);
    await settle();
    await expectGone(who.person);
    // The evidence of purchases stays until it expires, because a bank may still ask about the payments.
    const kept = (await rowsOf("Events")).filter(({ pk }) => pk === `purchases#${who.person.userId}`);
    expect(kept.length).toBeGreaterThan(0);
    for (const purchase of kept) expect(purchase).toHaveProperty("expiresAtEpoch");
    expect(await rowsWith(who.desk, "My day", accountOf(who.person))).toEqual([]);
    const [affiliate] = (await rowsOf("Affiliates")).filter(
      ({ pk }) => pk === `affiliate#${who.person.userId}`,
    );
    expect(affiliate).toMatchObject({ status: "suspended", payoutsEnabled: false });
    expect(affiliate).not.toHaveProperty("country");
    const reactivate = { scope: "affiliate", id: who.person.userId, active: true } as const;
    expect(await call("affiliates/halt", reactivate, as(await signUpOperator()))).toMatchObject({
      status: 409,
      body: { error: "This account was deleted, so nobody could be paid." },
    });
    const client = stripeClient();
    expect((await client.subscriptions.list({ customer })).data).toEqual([]);
    expect((await client.checkout.sessions.list({ customer, status: "open" })).data).toEqual([]);
    expect((await client.invoices.list({ customer })).data.length).toBeGreaterThan(0);
    expect(await client.customers.retrieve(customer)).toMatchObject({ email: null });
    for (const licenseKey of [who.licenseKey, who.freeKey])
      expect((await call("licenses/activate", { licenseKey, ...computer("other") })).status).toBe(403);
  });

  test("can sign up again as a new customer, but gets no second free key", async () => {
    const again = await signUpPerson(who.person.email);
    expect(again.userId).not.toBe(who.person.userId);
    expect(await call("licenses/createFreeKey", {}, as(again))).toMatchObject({ status: 409 });
  });
});

describe("an affiliate with a payout in progress", () => {
  const remove = (person: Person) => call("customers/deleteAccount", { email: person.email }, as(person));
  const payoutOf = (affiliateId: string, email: string, status: PayoutStatus): Payout => ({
    ...newPayout({ ...NOT_ASKED, id: payoutId(affiliateId, 1), affiliateId, email }, "run", 2000, true),
    status,
  });
  const put = async (payout: Payout) => {
    const [write] = createPayout(payout);
    await putRow("Payouts", write?.Put?.Item as { pk: string; sk: string });
  };

  test("is not deleted before the payout has ended, and the answer says why", async () => {
    const person = await signUpPerson();
    const { affiliateId } = await makeAffiliate(person);
    await earn(affiliateId, [2000]);
    const asked = await call("payouts/requestPayout", { amount_cents: 2000 }, as(person));
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    expect(await remove(person)).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", error: expect.stringMatching(/have a payout in progress/) },
    });
    const operator = await signUpOperator();
    const turnedDown = { request_id: String(asked.body.id), reason: "You asked to leave." };
    await call("payouts/reject", turnedDown, as(operator));
    const ended: PayoutStatus[] = ["paid", "canceled"];
    for (const status of PayoutStatus.options.filter((one) => !ended.includes(one))) {
      await put(payoutOf(affiliateId, person.email, status));
      expect([status, (await remove(person)).status]).toEqual([status, 409]);
    }
    await put({ ...payoutOf(affiliateId, person.email, "paid"), work: "settling" });
    expect((await remove(person)).status).toBe(409);
    await put(payoutOf(affiliateId, person.email, "paid"));
    expect((await remove(person)).status).toBe(200);
    await settle();
    await expectGone(person);
    const kept = (await rowsOf("Payouts")).filter(({ pk }) => pk === `affiliate#${affiliateId}`);
    expect(kept.map(({ sk }) => sk)).toEqual(expect.arrayContaining(["payout#000001", "request#000001"]));
  });
});

test("neither a customer nor an operator can delete an account while its slow payment is pending, but both can after it has failed", async () => {
  const operator = await signUpOperator();
  const [leaving, other] = [await signUpPerson(), await signUpPerson()];
  const removals = [
    {
      person: leaving,
      remove: () => call("customers/deleteAccount", { email: leaving.email }, as(leaving)),
    },
    {
      person: other,
      remove: () =>
        call(
          "customers/deleteCustomer",
          { userId: other.userId, email: other.email, note: "" },
          as(operator),
        ),
    },
  ];
  for (const { person, remove } of removals) {
    const sessionId = await openSlowCheckout(person);
    await atStripe(`checkout/${sessionId}/pay_later`);
    await settle();
    expect(await remove()).toMatchObject({
      status: 409,
      body: {
        code: "CONFLICT",
        error: expect.stringMatching(/^(You have|This user has) a payment in progress/),
      },
    });
    await atStripe(`checkout/${sessionId}/settle`, { outcome: "failed" });
    await settle();
    expect((await remove()).status).toBe(200);
    await settle();
    await expectGone(person);
  }
});

test("an operator can export and delete the data of a customer who cannot sign in", async () => {
  const person = await signUpPerson();
  await freeKeyOf(person);
  // Opening a checkout makes a customer at Stripe. The export then also reads the customer's payments.
  await openCheckout(person, "monthly");
  const operator = await signUpOperator();
  const { userId, email } = person;
  const exported = await call("customers/exportCustomer", { userId }, as(operator));
  expect(exported).toMatchObject({ status: 200, body: { account: { id: userId, email }, next: null } });
  const own = await call("customers/exportData", {}, as(person));
  expect({ ...exported.body, exportedAt: "" }).toEqual({ ...own.body, exportedAt: "" });
  const remove = (input: { userId: string; email: string }) =>
    call("customers/deleteCustomer", { ...input, note: "Asked by mail" }, as(operator));
  expect(await remove({ userId, email: "x@example.com" })).toMatchObject({
    status: 400,
    body: { field: "email" },
  });
  expect((await remove({ userId: "nobody", email })).status).toBe(404);
  expect((await remove({ userId: operator.userId, email: operator.email })).status).toBe(404);
  await advanceClock((11 * MINUTE) / SECOND);
  try {
    for (const stale of [
      await remove({ userId, email }),
      await call("customers/exportCustomer", { userId }, as(operator)),
    ])
      expect(stale).toMatchObject({ status: 403, body: { code: "FRESH_SIGN_IN_REQUIRED" } });
  } finally {
    await resetClock();
  }
  expect((await remove({ userId, email })).status).toBe(200);
  await settle();
  await expectGone(person);
  const { body } = await call("audit/listAudit", { userId }, as(operator));
  expect(body.entries).toMatchObject([
    { action: "customers/deleteCustomer", operator: operator.userId, note: "Asked by mail" },
    { action: "customers/exportCustomer", operator: operator.userId },
  ]);
});

describe("a deletion is completed even if this call fails", () => {
  test.each([
    ["dynamodb", "UpdateItem", "kill-after"],
    ["stripe", "subscriptions.cancel", "kill-after"],
    ["stripe", "customers.update", "lost"],
    ["dynamodb", "PutItem", "kill-after"],
    ["dynamodb", "DeleteItem", "kill-before"],
    ["dynamodb", "DeleteItem", "kill-after"],
    ["dynamodb", "GetItem", "kill-before"],
    ["sqs", "SendMessageBatch", "kill-before"],
    ["sqs", "SendMessageBatch", "kill-after"],
  ])("%s %s %s", async (service, operation, mode) => {
    const person = await signUpPerson();
    const freeKey = await freeKeyOf(person);
    if (service === "stripe") await buy(person, "monthly");
    await injectFault({ service, operation, mode, function: ERASE, times: 1 });
    await call("customers/deleteAccount", { email: person.email }, as(person));
    await settle();
    await clearFaults();
    await expectGone(person);
    expect((await call("licenses/activate", { licenseKey: freeKey, ...computer("desk") })).body.code).toBe(
      "INACTIVE",
    );
  });
});
