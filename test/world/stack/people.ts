import { clock } from "../../simulation/determinism.ts";
import { call } from "../../support/api.ts";
import type { Person } from "../../support/people.ts";
import { signIns } from "./answers.ts";
import { stack, world } from "./running.ts";

/** Replaces test/support/people.ts in the tests of `test/stories`, because the world has no real user pool. */

export const PASSWORD = "Correct-Horse7";

let made = 0;
const next = () => {
  made += 1;
  return made;
};
const operators = new Map<string, string>();

export const newEmail = (name = "person"): string => `${name}-${next()}@example.com`;

function signIn(userId: string, email: string, operator?: true): Person {
  const accessToken = `token-${next()}`;
  signIns.set(accessToken, {
    sub: userId,
    signedInAt: clock.now(),
    ...(operator ? { operator } : { session: `session-${accessToken}` }),
  });
  return { email, userId, accessToken, idToken: "", refreshToken: "", stored: {} };
}

export function signInUntold(email: string): Person {
  const user = [...world.shop.services.users.values()].find((one) => one.email === email);
  if (!user) throw new Error(`${email} has no account`);
  return signIn(user.sub, email);
}

/** Signs in and starts the session, as the site does. */
export async function signInPerson(email: string): Promise<Person> {
  const person = signInUntold(email);
  const { status, body } = await call("customers/startSession", {}, { token: person.accessToken });
  if (status !== 200) throw new Error(`The session was refused: ${body.error}`);
  return person;
}

/** A new account without a started session. Until the first session starts, the API accepts every sign-in. */
export async function signUpPerson(email = newEmail()): Promise<Person> {
  const sub = `00000000-0000-4000-8000-${String(next()).padStart(12, "0")}`;
  world.shop.services.users.set(sub, { sub, email, enabled: true, signedInAt: clock.now() });
  await world.shop.confirmed(sub, email);
  return signIn(sub, email);
}

export async function signUpOperator(email = newEmail("operator")): Promise<Person> {
  const sub = `00000000-0000-4000-8000-${String(next()).padStart(12, "f")}`;
  world.shop.letIn({ sub });
  operators.set(email, sub);
  return signIn(sub, email, true);
}

export async function signInAsOperator(email: string): Promise<Person> {
  return signIn(operators.get(email) ?? "", email, true);
}

export const signInOperator = (): Promise<Person> => signUpOperator(stack().operator.email);
