import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { advanceClock, clearFaults, injectFault, resetClock, settle } from "../support/control.ts";
import { activationOf, freeKeyOf } from "../support/devices.ts";
import { type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { putRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { buy, computer, openCheckout, stripeClient } from "../support/shop.ts";

const ERASE = "accounts/eraseAccount";
const as = ({ accessToken }: Person) => ({ token: accessToken });

/** Somebody who has used everything that leaves a trace. */
async function settledIn(): Promise<{ person: Person; licenseKey: string; freeKey: string; desk: string }> {
  const person = await signUpPerson();
  await call("accounts/startSession", {}, as(person));
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
  });
  await settle();
  return { person, licenseKey, freeKey, desk };
}

/** Rows of all tables in which one of these words stands. */
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
  expect(await call("accounts/startSession", {}, as(person))).toMatchObject({ status: 401 });
  await expect(signInPerson(person.email)).rejects.toThrow();
  expect(await rowsWith(person.email)).toEqual([]);
}

describe("somebody who has used everything", () => {
  let who: Awaited<ReturnType<typeof settledIn>>;
  beforeAll(async () => {
    who = await settledIn();
  });

  test("gets all of it in the export", async () => {
    const { status, body } = await call("accounts/exportData", {}, as(who.person));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: { id: who.person.userId, email: who.person.email, emailConfirmed: false },
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
    expect(JSON.stringify(body)).not.toMatch(/hash|secret/i);
  });

  test("is not deleted by somebody who types another address", async () => {
    const { status, body } = await call("accounts/deleteAccount", { email: "x@example.com" }, as(who.person));
    expect([status, body.code, body.field]).toEqual([400, "VALIDATION_ERROR", "email"]);
  });

  test("is not deleted from a window that has stood open for more than ten minutes", async () => {
    await advanceClock((11 * MINUTE) / SECOND);
    try {
      const stale = await call("accounts/deleteAccount", { email: who.person.email }, as(who.person));
      expect(stale).toMatchObject({ status: 403, body: { code: "FRESH_SIGN_IN_REQUIRED" } });
    } finally {
      await resetClock();
    }
  });

  test("is gone once it is asked for, and owes nothing more", async () => {
    const [row] = (await rowsOf("Users")).filter(({ userId }) => userId === who.person.userId);
    const customer = String(row?.stripeCustomerId);
    const answer = await call(
      "accounts/deleteAccount",
      { email: who.person.email.toUpperCase() },
      as(who.person),
    );
    expect(answer.status).toBe(200);
    await settle();
    await expectGone(who.person);
    expect(await rowsWith(who.desk, "My day")).toEqual([]);
    const client = stripeClient();
    expect((await client.subscriptions.list({ customer })).data).toEqual([]);
    expect((await client.checkout.sessions.list({ customer, status: "open" })).data).toEqual([]);
    expect((await client.invoices.list({ customer })).data.length).toBeGreaterThan(0);
    expect(await client.customers.retrieve(customer)).toMatchObject({ email: null });
    for (const licenseKey of [who.licenseKey, who.freeKey])
      expect((await call("licenses/activate", { licenseKey, ...computer("other") })).status).toBe(403);
  });

  test("may come back as somebody new", async () => {
    const again = await signUpPerson(who.person.email);
    expect(again.userId).not.toBe(who.person.userId);
    expect(await freeKeyOf(again)).not.toBe(who.freeKey);
  });
});

describe("a deletion that dies half way ends as any other", () => {
  test.each([
    ["dynamodb", "UpdateItem", "kill-after"],
    ["stripe", "subscriptions.cancel", "kill-after"],
    ["stripe", "customers.update", "lost"],
    ["dynamodb", "PutItem", "kill-after"],
    ["dynamodb", "DeleteItem", "kill-before"],
    ["dynamodb", "DeleteItem", "kill-after"],
    ["dynamodb", "GetItem", "kill-before"],
  ])("%s %s %s", async (service, operation, mode) => {
    const person = await signUpPerson();
    const freeKey = await freeKeyOf(person);
    if (service === "stripe") await buy(person, "monthly");
    await injectFault({ service, operation, mode, function: ERASE, times: 1 });
    await call("accounts/deleteAccount", { email: person.email }, as(person));
    await settle();
    await clearFaults();
    await expectGone(person);
    expect((await call("licenses/activate", { licenseKey: freeKey, ...computer("desk") })).body.code).toBe(
      "INACTIVE",
    );
  });
});
