import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { call } from "../support/api.ts";
import { settle } from "../support/control.ts";
import { mailedCode, mailTo } from "../support/mail.ts";
import { type Person, signInOperator, signUpPerson } from "../support/people.ts";

const as = (person: Person) => ({ token: person.accessToken });
const simulator = (mailbox: string) => `${mailbox}+${randomUUID().slice(0, 8)}@simulator.amazonses.com`;
const accountOf = async (person: Person) =>
  (await call("accounts/getAccount", {}, as(person))).body.account as {
    email: string;
    mailStop: { why: string; at: string } | null;
  };
const subjects = async (email: string) => (await mailTo(email)).map(({ subject }) => subject);
const rename = async (person: Person, name: string) => {
  expect((await call("accounts/changeName", { name }, as(person))).status).toBe(200);
  await settle();
};
const sendCode = async (person: Person) => {
  const answer = await call("accounts/sendEmailCode", {}, as(person));
  await settle();
  return answer;
};
const NAME = `Your ${BRAND.name} account: name changed`;

test("an address that bounces gets no more mail, the operator and the owner see the stop, and a new address ends it", async () => {
  const person = await signUpPerson(simulator("bounce"));
  const operator = await signInOperator();
  await settle();
  expect((await accountOf(person)).mailStop).toBeNull();

  await rename(person, "Ada");
  const { mailStop } = await accountOf(person);
  expect(mailStop).toMatchObject({ why: "bounced" });

  const shown = await call("customers/getCustomer", { userId: person.userId }, as(operator));
  expect(shown.body.account).toMatchObject({ mail_stop: mailStop });
  expect(shown.body.alerts).toMatchObject([
    { alert_type: "undeliverable_mail", severity: "low", count: 1, resolved: false },
  ]);
  const exported = await call("customers/exportData", {}, as(person));
  expect(exported.body.account).toMatchObject({ mailStop });

  // Another bounce would increase the alert's count.
  await rename(person, "Grace");
  const after = await call("customers/getCustomer", { userId: person.userId }, as(operator));
  expect(after.body.alerts).toMatchObject([{ count: 1 }]);

  const email = simulator("success");
  expect((await call("accounts/changeEmail", { email }, as(person))).status).toBe(200);
  const code = await mailedCode(email);
  expect((await call("accounts/confirmNewEmail", { code }, as(person))).status).toBe(200);
  await settle();
  const moved = await call("customers/getCustomer", { userId: person.userId }, as(operator));
  expect(moved.body.account).toMatchObject({ email, mail_stop: null });
});

test("after a complaint the address gets only required and requested mail", async () => {
  const person = await signUpPerson(simulator("complaint"));
  await settle();
  expect((await sendCode(person)).status).toBe(200);
  expect((await accountOf(person)).mailStop).toMatchObject({ why: "complained" });

  expect((await call("affiliates/join", { acceptTerms: true }, as(person))).status).toBe(200);
  await settle();
  await rename(person, "Ada");
  expect(await subjects(person.email)).toEqual([NAME, `Confirm your ${BRAND.name} email address`]);
});

test("entering a mailed code proves that the address receives mail again", async () => {
  const person = await signUpPerson(simulator("complaint"));
  await settle();
  await sendCode(person);
  expect((await accountOf(person)).mailStop).not.toBeNull();
  const code = await mailedCode(person.email);
  expect((await call("accounts/confirmEmail", { code }, as(person))).body.account).toMatchObject({
    emailConfirmed: true,
    mailStop: null,
  });
  expect((await accountOf(person)).mailStop).toBeNull();
});
