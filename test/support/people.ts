import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { amplifyStorage, signIn, signUp } from "#local-aws";
import { makeOperator } from "../../local/seed/operator.ts";
import type { StackFile } from "../../local/stackFile.ts";
import type { Session } from "../../web/src/app/sessionRecord.ts";
import { call } from "./api.ts";
import { stack } from "./running.ts";

export const PASSWORD = "Correct-Horse7";

/** A person with an account, signed in by SRP as on the site. */
export type Person = {
  email: string;
  userId: string;
  accessToken: string;
  idToken: string;
  refreshToken: string;
  /** What a browser stores of the sign-in: Amplify's entries and the site's entry. */
  stored: Readonly<Record<string, string>>;
};

export const newEmail = (name = "person"): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** Signs in and starts the session, as the site does. */
export async function signInPerson(email: string, password = PASSWORD): Promise<Person> {
  const person = await signInAt(stack().cognito, "session", email, password);
  const { status, body } = await call("customers/startSession", {}, { token: person.accessToken });
  if (status !== 200) throw new Error(`The session was refused: ${body.error}`);
  return person;
}

async function signInAt(
  pool: StackFile["cognito"],
  key: "session" | "operatorSession",
  email: string,
  password: string,
): Promise<Person> {
  const { userId, accessToken, idToken, refreshToken } = await signIn(pool, email, password);
  const { exp } = decodeJwt(accessToken);
  const session: Session = { userId, email, accessToken, expiresAt: exp ?? 0 };
  const tokens = { userId, accessToken, idToken, refreshToken };
  return {
    email,
    userId,
    accessToken,
    idToken,
    refreshToken,
    stored:
      key === "session"
        ? { ...amplifyStorage(pool.clientId, email, tokens), [key]: JSON.stringify(session) }
        : { [key]: JSON.stringify({ userId, email }) },
  };
}

/** Signs in at the user pool without starting a session at the shop, as a thief of a password may. */
export const signInUntold = (email: string, password = PASSWORD): Promise<Person> =>
  signInAt(stack().cognito, "session", email, password);

/** A new account without a started session. Until the first session starts, the API accepts every sign-in. */
export async function signUpPerson(email = newEmail()): Promise<Person> {
  await signUp(stack().cognito, email, PASSWORD);
  return signInAt(stack().cognito, "session", email, PASSWORD);
}

/** The operator of every stack, with a started session. */
export const signInOperator = (): Promise<Person> =>
  signInAsOperator(stack().operator.email, stack().operator.password);

/** All tests count as one device. */
const DEVICE = "device-of-the-tests";

/** An operator signs in at the operators' pool and starts the session, as the back office does. */
export async function signInAsOperator(email: string, password = PASSWORD): Promise<Person> {
  const person = await signInWithoutSession(email, password);
  const { status, body } = await call(
    "accounts/startOperatorSession",
    { device: DEVICE },
    { token: person.accessToken },
  );
  if (status !== 200) throw new Error(`The operator's session was refused: ${body.error}`);
  return person;
}

/** Signs in without starting a session. The only call that accepts the token is the start of a session. */
export const signInWithoutSession = (email: string, password = PASSWORD): Promise<Person> =>
  signInAt(stack().operatorPool, "operatorSession", email, password);

/** A new operator, created as by `operator:create`, with a started session. */
export async function signUpOperator(email = newEmail("operator")): Promise<Person> {
  await makeOperator(stack(), { email, password: PASSWORD });
  return signInAsOperator(email);
}
