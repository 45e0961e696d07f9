import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { amplifyStorage, signIn, signUp } from "#local-aws";
import { makeOperator } from "../../local/seed/operator.ts";
import type { StackFile } from "../../local/stackFile.ts";
import type { Session } from "../../web/src/app/sessionRecord.ts";
import { call } from "./api.ts";
import { stack } from "./running.ts";

export const PASSWORD = "Correct-Horse7";

/** A person with an account, signed in by SRP, as the site does it. */
export type Person = {
  email: string;
  userId: string;
  accessToken: string;
  idToken: string;
  refreshToken: string;
  /** What a browser stores of it: what Amplify keeps, and the site's own copy. */
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

/** Signs in at the user pool and tells the shop nothing of it, as a thief of a password may. */
export const signInUntold = (email: string, password = PASSWORD): Promise<Person> =>
  signInAt(stack().cognito, "session", email, password);

/** A new account whose first session is not started: until one is, the API accepts every sign-in. */
export async function signUpPerson(email = newEmail()): Promise<Person> {
  await signUp(stack().cognito, email, PASSWORD);
  return signInAt(stack().cognito, "session", email, PASSWORD);
}

/** The operator whom every stack has, with a started session. */
export const signInOperator = (): Promise<Person> =>
  signInAsOperator(stack().operator.email, stack().operator.password);

/** Tests count as one device. */
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

/** Only the sign-in: no call but the one that starts the session takes its token. */
export const signInWithoutSession = (email: string, password = PASSWORD): Promise<Person> =>
  signInAt(stack().operatorPool, "operatorSession", email, password);

/** A new operator, made as `operator:create` makes one, signed in with a started session. */
export async function signUpOperator(email = newEmail("operator")): Promise<Person> {
  await makeOperator(stack(), { email, password: PASSWORD });
  return signInAsOperator(email);
}
