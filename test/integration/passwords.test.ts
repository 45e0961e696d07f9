import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { advanceClock, resetClock, settle } from "../support/control.ts";
import { mailedCode, mailTo } from "../support/mail.ts";
import { newEmail, type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { openCheckout, stripeClient } from "../support/shop.ts";

const change = (person: Person, password: string) =>
  call("accounts/changePassword", { password }, { token: person.accessToken });

test.each([
  ["Password1", "This password is too common."],
  ["Blink182", "This password is too common."],
  ["short1A", "Password does not meet security requirements"],
])("the server refuses %s as a new password", async (password, sentence) => {
  const { status, body } = await change(await signUpPerson(), password);
  expect([status, body.code, body.field]).toEqual([400, "VALIDATION_ERROR", "password"]);
  expect(body.error).toContain(sentence);
});

test("the server refuses a password with words of the account, including the name", async () => {
  const person = await signUpPerson();
  await call("accounts/changeName", { name: "Wilhelmina" }, { token: person.accessToken });
  expect((await change(person, "Wilhelmina7")).body.error).toContain("your name");
});

test("a session older than ten minutes cannot change the password, address or second factor", async () => {
  const person = await signUpPerson();
  const as = { token: person.accessToken };
  await advanceClock((11 * MINUTE) / SECOND);
  try {
    for (const answer of [
      await change(person, "Another-Horse8"),
      await call("accounts/changeEmail", { email: "elsewhere@example.com" }, as),
      await call("accounts/beginAuthenticator", {}, as),
      await call("accounts/setSecondFactor", { enabled: false }, as),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: "FRESH_SIGN_IN_REQUIRED" } });
  } finally {
    await resetClock();
  }
});

test("a customer can sign in right after changing the password", async () => {
  const person = await signUpPerson();
  expect((await change(person, "Another-Horse8")).status).toBe(200);
  const { accessToken } = await signInPerson(person.email, "Another-Horse8");
  expect((await call("accounts/getAccount", {}, { token: accessToken })).status).toBe(200);
});

test("only the new password opens the account after a change, and the owner gets a mail", async () => {
  const person = await signUpPerson();
  expect((await change(person, "Another-Horse8")).status).toBe(200);
  await expect(signInPerson(person.email)).rejects.toThrow();
  expect((await signInPerson(person.email, "Another-Horse8")).userId).toBe(person.userId);
  await settle();
  const [mail] = await mailTo(person.email);
  expect(mail?.subject).toBe(`Your ${BRAND.name} account: password changed`);
});

test("a changed address reaches the customer at Stripe, so receipts are sent to it", async () => {
  const person = await signUpPerson();
  const as = { token: person.accessToken };
  const { body } = await openCheckout(person, "monthly");
  const { customer } = await stripeClient().checkout.sessions.retrieve(String(body.sessionId));
  const email = newEmail("receipts");
  await call("accounts/changeEmail", { email }, as);
  const code = await mailedCode(email);
  expect((await call("accounts/confirmNewEmail", { code }, as)).status).toBe(200);
  await settle();
  expect(await stripeClient().customers.retrieve(String(customer))).toMatchObject({ email });
});
