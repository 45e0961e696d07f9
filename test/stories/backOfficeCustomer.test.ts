import { afterAll, beforeAll, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { call } from "../support/api.ts";
import { advanceClock, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { auditedOf, callsOf, type Row } from "../support/operatorCalls.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { buy, stripeClient } from "../support/shop.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

let operator: Person;
let buyer: Person;
const ask = callsOf(() => operator);
const pageOf = async ({ userId }: Person) => {
  const { body } = await ask("customers/getCustomer", { userId });
  return body as unknown as Record<"mails" | "events" | "sessions" | "audit" | "keys", Row[]>;
};
beforeAll(async () => {
  operator = await signUpOperator();
  buyer = await signUpPerson();
  await call("customers/startSession", {}, { token: buyer.accessToken });
  await buy(buyer, "monthly");
  await settle();
});

test("a customer's page lists the customer's mails, sign-ins and events from Stripe", async () => {
  const { mails, events, sessions, keys } = await pageOf(buyer);
  expect(mails).toContainEqual({
    id: expect.any(String),
    template: "licenseKey",
    subject: `Your ${BRAND.name} license key and receipt`,
    at: expect.any(String),
    sent: true,
  });
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["checkout.session.completed", "invoice.paid", "customer.subscription.created"]),
  );
  expect(events.filter(({ open }) => open !== null)).toEqual([]);
  expect(sessions).toHaveLength(1);
  expect(Object.keys(sessions[0] ?? {})).not.toContain("id");
  expect(keys).toMatchObject([{ activated_at: null }]);
});

test("a mail is sent again unchanged, and only to its customer", async () => {
  const keyMails = async () =>
    (await mailTo(buyer.email)).filter(({ subject }) => subject.includes("license key"));
  const [before] = await keyMails();
  const mailId = String((await pageOf(buyer)).mails.find(({ template }) => template === "licenseKey")?.id);
  expect(await ask("mail/resendMail", { userId: buyer.userId, mailId })).toMatchObject({ status: 200 });
  await settle();
  expect((await keyMails()).map(({ text }) => text)).toEqual([before?.text, before?.text]);
  expect(await auditedOf(ask, buyer.userId, "mail/resendMail")).toMatchObject([
    { after: { template: "licenseKey" } },
  ]);
  const other = await signUpPerson();
  expect(await ask("mail/resendMail", { userId: other.userId, mailId })).toMatchObject({ status: 404 });
});

test("canceling a subscription, resuming it and adding a note are in the audit log", async () => {
  const { userId } = buyer;
  const [customer] = (await stripeClient().customers.list({ email: buyer.email })).data;
  const atStripe = async () =>
    (await stripeClient().subscriptions.list({ customer: customer?.id ?? "" })).data[0]?.cancel_at_period_end;
  const ended = await ask("subscriptions/changeSubscription", { userId, cancel: true });
  expect(ended.body).toEqual({ ends_at: expect.any(Number) });
  expect(await atStripe()).toBe(true);
  expect((await ask("subscriptions/changeSubscription", { userId, cancel: false })).body).toEqual({
    ends_at: null,
  });
  expect(await atStripe()).toBe(false);
  await advanceClock(1);
  const note = { userId, note: "Wrote to support.", requestId: `note-${userId}` };
  // Repeats the call, as after a lost answer.
  for (let sent = 0; sent < 2; sent += 1)
    expect(await ask("accounts/addNote", note)).toMatchObject({ status: 200 });
  await settle();
  const { audit } = await pageOf(buyer);
  expect(audit[0]).toMatchObject({ action: "accounts/addNote", note: "Wrote to support." });
  expect(audit.filter(({ action }) => action === "accounts/addNote")).toHaveLength(1);
  expect(audit.filter(({ action }) => action === "subscriptions/changeSubscription")).toHaveLength(4);

  const nobody = { userId: "nobody" };
  expect(await ask("accounts/addNote", { ...nobody, note: "x" })).toMatchObject({ status: 404 });
  expect(await ask("subscriptions/changeSubscription", { ...nobody, cancel: true })).toMatchObject({
    status: 404,
  });
});

test("a mail with a replaced key is not sent again, and deleting the account deletes its stored mails", async () => {
  const { userId, accessToken, email } = buyer;
  const { body } = await ask("customers/getCustomer", { userId });
  const mailId = String((await pageOf(buyer)).mails.find(({ template }) => template === "licenseKey")?.id);
  await ask("licenses/replaceCustomerKey", { keyId: body.keys[0]?.id });
  const [after] = (await pageOf(buyer)).keys;
  expect(after?.earlier).toMatchObject([{ licenseKey: body.keys[0]?.license_key }]);
  expect(await ask("mail/resendMail", { userId, mailId })).toMatchObject({ status: 409 });
  await settle();
  const mails = async () => (await rowsOf("Events")).filter(({ queue }) => queue === `mails#${userId}`);
  expect((await mails()).length).toBeGreaterThan(1);
  expect(await call("customers/deleteAccount", { email }, { token: accessToken })).toMatchObject({
    status: 200,
  });
  await settle();
  expect(await mails()).toEqual([]);
});
