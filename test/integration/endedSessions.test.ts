import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { call, send } from "../support/api.ts";
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

/** Every endpoint for people who are signed in, against sessions that have ended; generated, so none is forgotten. */
const guarded = Object.entries<Endpoint>(ENDPOINTS).filter(
  ([, { audience }]) => audience === "customer" || audience === "operator",
);

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
  "that was ended alone": (person) =>
    done(call("accounts/endSession", { id: String(decodeJwt(person.accessToken).origin_jti) }, as(person))),
  "from before a change of the address": async (person) => {
    const email = newEmail("moved");
    await done(call("accounts/changeEmail", { email }, as(person)));
    const code = await mailedCode(email);
    await done(call("accounts/confirmNewEmail", { code }, as(person)));
  },
};

/** A sign-in at the pool, of an account whose own session has started. */
const UNTOLD = "that the shop never learned of";
const untold = async (): Promise<Person> => {
  const owner = await signUpPerson();
  await done(call("accounts/startSession", {}, as(owner)));
  // Sign-ins up to the second of the first start pass.
  const second = (person: Person) => decodeJwt(person.accessToken).auth_time;
  for (;;) {
    const other = await signInUntold(owner.email);
    if (second(other) !== second(owner)) return other;
  }
};
const ended = Object.entries(ENDINGS).map(([what, end]) => {
  const open = async (): Promise<Person> => {
    const person = await signUpPerson();
    await end(person);
    return person;
  };
  return [what, open] as const;
});

describe.each([...ended, [UNTOLD, untold] as const])("a session %s", (what, open) => {
  /** The call that would tell it. */
  const tells = (contract: Endpoint) => what === UNTOLD && contract === ENDPOINTS["accounts/startSession"];
  let person: Person;
  beforeAll(async () => {
    person = await open();
  });

  test.each(guarded.filter(([, contract]) => !tells(contract)))("is refused by %s", async (_id, contract) => {
    const body = contract.method === "GET" ? undefined : "{}";
    const answer = await send(contract, body, as(person));
    // An operator's endpoint refuses a customer before it looks at the session.
    if (contract.audience === "operator") return expect([401, 403]).toContain(answer.status);
    expect(answer).toMatchObject({ status: 401, body: { code: "SESSION_ENDED" } });
  });
});

test("sessions that sign out at the same moment all stay ended, and no other is", async () => {
  const { email } = await signUpPerson();
  const person = await signInPerson(email);
  const sessions = await Promise.all([1, 2, 3, 4].map(() => signInPerson(person.email)));
  await Promise.all(sessions.map((session) => done(call("accounts/endSession", {}, as(session)))));
  const after = await Promise.all(sessions.map((session) => call("accounts/getAccount", {}, as(session))));
  expect(after.map(({ body }) => body.code)).toEqual(sessions.map(() => "SESSION_ENDED"));
  expect((await call("accounts/getAccount", {}, as(person))).status).toBe(200);
});
