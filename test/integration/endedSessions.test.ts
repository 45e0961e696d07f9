import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { mailedCode } from "../support/mail.ts";
import {
  newEmail,
  type Person,
  signInPerson,
  signInUntold,
  signUpOperator,
  signUpPerson,
} from "../support/people.ts";
import { resetPassword, turnOnSecondFactor } from "../support/pool.ts";

// Calls one endpoint after each way to end a session. test/functions/apiKeys/everyCaller.test.ts has every endpoint.

const ENDED = { status: 401, body: { code: "SESSION_ENDED" } };
const as = (person: Person) => ({ token: person.accessToken });
const done = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
};

const ENDINGS: Record<string, (person: Person) => Promise<void>> = {
  "from before a password reset": (person) => done(resetPassword(person.email, "Another-Horse8")),
  "from before a password change": (person) =>
    done(call("accounts/changePassword", { password: "Another-Horse8" }, as(person))),
  "from before a reset that an operator sent": async ({ userId }) => {
    const { accessToken: token } = await signUpOperator();
    await done(call("accounts/sendPasswordReset", { userId }, { token }));
  },
  "from before the second factor": async (person) => {
    await turnOnSecondFactor(person.accessToken);
  },
  "from before signing out everywhere": (person) => done(call("accounts/endAllSessions", {}, as(person))),
  "that was ended individually": (person) =>
    done(call("accounts/endSession", { id: String(decodeJwt(person.accessToken).origin_jti) }, as(person))),
  "from before a change of the address": async (person) => {
    const email = newEmail("moved");
    await done(call("accounts/changeEmail", { email }, as(person)));
    const code = await mailedCode(email);
    await done(call("accounts/confirmNewEmail", { code }, as(person)));
  },
};

/** Signs in at the pool without starting a session. The account already has another session. */
const untold = async (): Promise<Person> => {
  const owner = await signUpPerson();
  await done(call("customers/startSession", {}, as(owner)));
  // The API still accepts sign-ins from the second in which the first session started.
  const second = (person: Person) => decodeJwt(person.accessToken).auth_time;
  for (;;) {
    const other = await signInUntold(owner.email);
    if (second(other) !== second(owner)) return other;
  }
};

test.each(Object.entries(ENDINGS))("a session %s is refused", async (_what, end) => {
  const person = await signUpPerson();
  await end(person);
  expect(await call("accounts/getAccount", {}, as(person))).toMatchObject(ENDED);
});

test("a sign-in at the pool alone is refused until it starts a session", async () => {
  const person = await untold();
  expect(await call("accounts/getAccount", {}, as(person))).toMatchObject(ENDED);
  await done(call("customers/startSession", {}, as(person)));
  await done(call("accounts/getAccount", {}, as(person)));
});

test("signing out several sessions at the same time ends exactly these sessions", async () => {
  const { email } = await signUpPerson();
  const person = await signInPerson(email);
  const sessions = await Promise.all([1, 2, 3, 4].map(() => signInPerson(person.email)));
  await Promise.all(sessions.map((session) => done(call("accounts/endSession", {}, as(session)))));
  const after = await Promise.all(sessions.map((session) => call("accounts/getAccount", {}, as(session))));
  expect(after.map(({ body }) => body.code)).toEqual(sessions.map(() => "SESSION_ENDED"));
  expect((await call("accounts/getAccount", {}, as(person))).status).toBe(200);
});
