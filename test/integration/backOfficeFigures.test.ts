import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { HOUR, SECOND } from "#shared/instant.ts";
import { compare, isByTheClock } from "../../scripts/recount/compare.ts";
import { localSource, readTables } from "../../scripts/recount/tables.ts";
import { raiseAlert } from "../support/alerts.ts";
import { advanceClock, resetClock, runSchedule, settle } from "../support/control.ts";
import { callsOf, type Row } from "../support/operatorCalls.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { patchRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { buy } from "../support/shop.ts";

let operator: Person;
let buyer: Person;
const ask = callsOf(() => operator);
beforeAll(async () => {
  operator = await signUpOperator();
  // Stripe's time has whole seconds: what other files did in this second would stand before the purchase.
  await advanceClock(2);
  buyer = await signUpPerson();
  await buy(buyer, "lifetime");
  await settle();
});

test("the latest activity tells of accounts, payments and keys, by the id alone", async () => {
  const { body } = await ask("insights/getLatest", {});
  const own = (body.events as Row[]).filter(({ user_id }) => user_id === buyer.userId);
  expect(own.map(({ kind }) => kind).sort()).toEqual(["key", "purchase", "signup"]);
  expect(own.find(({ kind }) => kind === "purchase")).toMatchObject({ currency: "usd" });
  expect(JSON.stringify(body)).not.toContain("@");
});

/** A change of each kind that the figures count, by the operator. */
async function workAtTheDesk(): Promise<void> {
  const person = await signUpPerson();
  const { userId } = person;
  const { licenseKey } = (await ask("licenses/createLicenseKey", { userId, duration: "yearly" })).body;
  await raiseAlert(userId);
  const { payments } = (await ask("accounts/getCustomer", { userId: buyer.userId })).body;
  const refund = { paymentIntentId: payments[0]?.id, amountCents: 500, requestId: randomUUID() };
  for (const { status } of [
    await ask("billing/refundPayment", refund),
    await ask("licenses/revokeKey", { keyId: licenseKey }),
    await ask("licenses/unassignLicenseKey", { keyId: licenseKey }),
    await ask("accounts/suspendUser", { userId, suspended: true }),
  ])
    expect(status).toBe(200);
}

/** What the clock alone changes follows within the hour, and other tests turn the clock. */
test("the figures are what a recount of the tables gives, and no payment is missing from them", async () => {
  await workAtTheDesk();
  await settle();
  const recount = async () =>
    compare(await readTables(localSource(stack())), new Date()).filter((one) => !isByTheClock(one));
  expect(await recount()).toEqual([]);
  const { body } = await ask("insights/getSystemStats", {});
  expect(body.total_revenue).toBeGreaterThan(0);
  expect(body.total_users).toBeGreaterThan(0);
});

test("a license that expires without a write is in the lists and figures within the hour, on its day", async () => {
  const person = await signUpPerson();
  await ask("licenses/createLicenseKey", { userId: person.userId, duration: "monthly" });
  const grant = (await rowsOf("Grants")).find(({ userId }) => userId === person.userId) as {
    entitlement: object;
  };
  const end = new Date(Date.now() + HOUR).toISOString();
  const key = { pk: person.userId, sk: String((grant as Row).sk) };
  await patchRow("Grants", key, "entitlement", { ...grant.entitlement, expiresAt: end });
  await settle();
  const status = async () => {
    const { users } = (await ask("accounts/listUsers", { search: person.email })).body;
    return users[0]?.membership_status;
  };
  expect(await status()).toBe("active");
  await advanceClock((HOUR + 10 * SECOND) / SECOND);
  try {
    await settle();
    const late = new Date(Date.parse(end) + SECOND);
    const recount = async () => compare(await readTables(localSource(stack())), late);
    expect(await recount()).not.toEqual([]);
    await runSchedule("insights/refreshDue");
    expect(await status()).toBe("expired");
    expect(await recount()).toEqual([]);
    expect(await runSchedule("insights/refreshDue")).toMatchObject({ payload: { refreshed: 0 } });
  } finally {
    await resetClock();
  }
});
