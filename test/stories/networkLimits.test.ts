import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { networkOf } from "../../functions/limits/networkRules.ts";
import type { Limit } from "../../functions/limits/rules.ts";
import {
  MAILED_CODES_A_NETWORK,
  SIGN_INS_A_NETWORK,
  SIGN_UPS_A_NETWORK,
  windowOf,
} from "../../functions/limits/rules.ts";
import { call } from "../support/api.ts";
import { advanceClock, setViewer } from "../support/control.ts";
import { mailedCode } from "../support/mail.ts";
import { newEmail, type Person, signInPerson, signInUntold, signUpPerson } from "../support/people.ts";
import { putRow } from "../support/rows.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

// An attacker has a whole network, and sends each request from another address and another account.

const LIMITED = { status: 429, body: { code: "RATE_LIMITED" } };
let here: string;
let neighbor: string;
let elsewhere: string;
let network = 0;
beforeEach(() => {
  // Each test has a network whose counts are still zero.
  network += 1;
  here = `198.51.${network}.7`;
  neighbor = `198.51.${network}.201`;
  elsewhere = `203.0.${network}.7`;
});
afterEach(() => setViewer({ country: "US", address: null }));

/** Sets the counts so that one more call is allowed in this window and one in the next. */
async function almostAll(what: string, limit: Limit): Promise<void> {
  const window = windowOf(limit, new Date());
  for (const sk of [window, window + 1].map(String))
    await putRow("Limits", { pk: `${what}#${networkOf(here)}`, sk, calls: limit.most - 1 });
}
const from = async (
  address: string,
  person: Person,
  id: "customers/startSession" | "accounts/sendEmailCode",
) => {
  await setViewer({ country: "US", address });
  return call(id, {}, { token: person.accessToken });
};

test("all addresses of one network together can create at most a hundred accounts an hour", async () => {
  const people = await Promise.all([1, 2, 3].map(() => signUpPerson()));
  await almostAll("signUps", SIGN_UPS_A_NETWORK);
  const [first, second, third] = people as [Person, Person, Person];
  expect((await from(here, first, "customers/startSession")).status).toBe(200);
  expect(await from(neighbor, second, "customers/startSession")).toMatchObject(LIMITED);
  expect((await from(elsewhere, third, "customers/startSession")).status).toBe(200);
});

test("a list of stolen passwords opens at most three hundred accounts in ten minutes from one network", async () => {
  const person = await signUpPerson();
  expect((await from(elsewhere, person, "customers/startSession")).status).toBe(200);
  const thief = await signInUntold(person.email);
  await almostAll("sessions", SIGN_INS_A_NETWORK);
  expect((await from(here, person, "customers/startSession")).status).toBe(200);
  expect(await from(neighbor, thief, "customers/startSession")).toMatchObject(LIMITED);
  expect((await from(elsewhere, person, "customers/startSession")).status).toBe(200);
});

test("the accounts of one network can mail at most a hundred codes an hour to all addresses together", async () => {
  const [first, second] = [await signUpPerson(), await signUpPerson()];
  await almostAll("codes", MAILED_CODES_A_NETWORK);
  expect((await from(here, first, "accounts/sendEmailCode")).status).toBe(200);
  expect(await from(neighbor, second, "accounts/sendEmailCode")).toMatchObject(LIMITED);
  const stranger = { email: newEmail("stranger") };
  const asked = call("accounts/changeEmail", stranger, { token: second.accessToken });
  expect(await asked).toMatchObject(LIMITED);
  expect((await from(elsewhere, second, "accounts/sendEmailCode")).status).toBe(200);
});

const COLLEAGUES = 50;

test("fifty people behind one IP address can all sign up, confirm their addresses, sign in again and get free keys", async () => {
  await setViewer({ country: "US", address: here });
  const colleagues = await Promise.all(Array.from({ length: COLLEAGUES }, () => signUpPerson()));
  const answers: number[] = [];
  for (const { email, accessToken: token } of colleagues) {
    for (const id of ["customers/startSession", "accounts/sendEmailCode"] as const)
      answers.push((await call(id, {}, { token })).status);
    const code = await mailedCode(email);
    answers.push((await call("accounts/confirmEmail", { code }, { token })).status);
  }
  // A sign-in in the second of the confirmation would count as an earlier session, which the confirmation ends.
  await advanceClock(1);
  for (const { email } of colleagues) {
    const { accessToken: token } = await signInPerson(email);
    answers.push((await call("licenses/createFreeKey", {}, { token })).status);
  }
  expect(answers).toHaveLength(4 * COLLEAGUES);
  expect(answers.filter((status) => status !== 200)).toEqual([]);
});
