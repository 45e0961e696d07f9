import { expect, onTestFinished, test } from "vitest";
import { MAX_CODE_TRIES } from "#shared/accounts/emailCode.ts";
import { BRAND } from "#shared/brand.ts";
import { call } from "../support/api.ts";
import { advanceClock, clearFaults, injectFault, resetClock, settle } from "../support/control.ts";
import { mailedCode, mailTo } from "../support/mail.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";

const as = (person: Person) => ({ token: person.accessToken });
const confirm = (person: Person, code: string) => call("accounts/confirmEmail", { code }, as(person));
const confirmed = async (person: Person) =>
  (await call("accounts/getAccount", {}, as(person))).body.account as { emailConfirmed: boolean };

async function sentCode(person: Person): Promise<string> {
  expect(await call("accounts/sendEmailCode", {}, as(person))).toMatchObject({
    status: 200,
    body: { sentTo: person.email },
  });
  await settle();
  const [mail] = await mailTo(person.email);
  expect(mail?.subject).toBe(`Confirm your ${BRAND.name} email address`);
  return mailedCode(person.email);
}
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

async function cognito(operation: string, body: Record<string, unknown>): Promise<void> {
  const response = await fetch(stack().cognito.endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: stack().cognito.clientId, ...body }),
  });
  expect(response.status, await response.text()).toBe(200);
}

test("the mailed code confirms the address, a wrong code is refused, and the row has no plain code", async () => {
  const person = await signUpPerson();
  expect(await confirmed(person)).toEqual({
    id: person.userId,
    email: person.email,
    emailConfirmed: false,
    suspended: false,
    name: null,
    secondFactorSince: null,
    pendingEmail: null,
    mailStop: null,
    incidentMail: true,
  });
  expect((await confirm(person, "123456")).body).toMatchObject({ error: "Request a code first." });
  const code = await sentCode(person);
  const row = (await rowsOf("Users")).find(({ pk }) => pk === person.userId);
  expect(JSON.stringify(row)).not.toContain(code);
  expect(await confirm(person, other(code))).toMatchObject({
    status: 400,
    body: { field: "code", error: "That code is incorrect. 4 tries left." },
  });
  expect(await confirm(person, code)).toMatchObject({
    status: 200,
    body: { account: { emailConfirmed: true } },
  });
  expect((await confirmed(person)).emailConfirmed).toBe(true);
  // The page repeats the call as if its answer had been lost.
  expect((await confirm(person, code)).status).toBe(200);
  expect(await call("accounts/sendEmailCode", {}, as(person))).toMatchObject({ status: 409 });
});

test("a second code is refused right after the first code", async () => {
  const person = await signUpPerson();
  await sentCode(person);
  const again = await call("accounts/sendEmailCode", {}, as(person));
  expect(again).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  await settle();
  expect(await mailTo(person.email)).toHaveLength(1);
});

test("three simultaneous requests send one code", async () => {
  const person = await signUpPerson();
  const answers = await Promise.all([1, 2, 3].map(() => call("accounts/sendEmailCode", {}, as(person))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  await settle();
  expect(await mailTo(person.email)).toHaveLength(1);
});

test("parallel guesses get no extra attempts, and afterwards even the right code is refused", async () => {
  const person = await signUpPerson();
  const code = await sentCode(person);
  const guesses = Array.from({ length: 12 }, (_, at) => confirm(person, other(code, at + 1)));
  const answers = await Promise.all(guesses);
  expect(answers.every(({ status }) => status === 400)).toBe(true);
  const row = (await rowsOf("Users")).find(({ pk }) => pk === person.userId);
  expect(row?.emailCode).toMatchObject({ tries: MAX_CODE_TRIES });
  expect((await confirm(person, code)).body.error).toBe("Too many wrong codes. Request a new one.");
  expect((await confirmed(person)).emailConfirmed).toBe(false);
});

test("a code works only for its account", async () => {
  const [one, two] = [await signUpPerson(), await signUpPerson()];
  const code = await sentCode(one);
  await sentCode(two);
  expect((await confirm(two, code)).status).toBe(400);
});

test("resetting a password with a mailed code confirms the address as well", async () => {
  const person = await signUpPerson();
  await cognito("ForgotPassword", { Username: person.email });
  const code = await mailedCode(person.email);
  await cognito("ConfirmForgotPassword", {
    Username: person.email,
    ConfirmationCode: code,
    Password: "Another-Horse8",
  });
  const row = (await rowsOf("Users")).find(({ pk }) => pk === person.userId);
  expect(row?.emailConfirmed).toBe(true);
  expect((await call("accounts/getAccount", {}, as(person))).body.code).toBe("SESSION_ENDED");
});

test("mail that SES throttles waits in the table, and is delivered a minute after the throttling ends", async () => {
  const person = await signUpPerson();
  onTestFinished(clearFaults);
  onTestFinished(async () => void (await resetClock()));
  await injectFault({ service: "ses", operation: "SendEmail", mode: "throttle" });
  expect((await call("accounts/sendEmailCode", {}, as(person))).status).toBe(200);
  await settle();
  expect(await mailTo(person.email)).toEqual([]);
  await clearFaults();
  await advanceClock(60);
  await settle();
  expect((await confirm(person, await mailedCode(person.email))).status).toBe(200);
});
