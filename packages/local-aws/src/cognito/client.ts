import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import {
  GENERATOR,
  GROUP,
  MULTIPLIER,
  numberOf,
  passwordNumber,
  power,
  scrambleOf,
  signatureOf,
} from "./srpNumbers.ts";

// A client for seeds, scripts and tests with hundreds of sign-ins. Amplify, the site's client, has its own big-number
// arithmetic and takes twenty times as long. test/cognito checks that both give the same results.

export type Pool = { endpoint: string; userPoolId: string; clientId: string };

const SignedUp = z.object({ UserSub: z.string() });
const Challenge = z.object({
  ChallengeName: z.literal("PASSWORD_VERIFIER"),
  ChallengeParameters: z.object({
    USER_ID_FOR_SRP: z.string(),
    SALT: z.string(),
    SRP_B: z.string(),
    SECRET_BLOCK: z.string(),
  }),
});
const SignedIn = z.object({
  ChallengeName: z.optional(z.string()),
  Session: z.optional(z.string()),
  AuthenticationResult: z.optional(
    z.object({ AccessToken: z.string(), IdToken: z.string(), RefreshToken: z.string() }),
  ),
});
const Refusal = z.object({ __type: z.string(), message: z.string() });

export type Tokens = { userId: string; accessToken: string; idToken: string; refreshToken: string };

/** @returns the new user's id @throws an error named like Cognito's, such as UsernameExistsException */
export async function signUp(pool: Pool, email: string, password: string): Promise<string> {
  const input = {
    ClientId: pool.clientId,
    Username: email,
    Password: password,
    UserAttributes: [{ Name: "email", Value: email }],
  };
  return SignedUp.parse(await call(pool, "SignUp", input)).UserSub;
}

/** Signs in by SRP, without a second factor. @throws an error named like Cognito's, such as NotAuthorizedException */
export async function signIn(pool: Pool, email: string, password: string): Promise<Tokens> {
  const { answer, ...first } = await beginSignIn(pool, email);
  const { tokens, next } = await answer(password);
  if (!tokens) throw new Error(`The sign-in requires another step: ${next}`);
  return { userId: first.userId, ...tokens };
}

type Answer = { tokens?: Omit<Tokens, "userId">; next: string | undefined; session: string | undefined };
/** A sign-in in progress. `answer` proves the password. */
export type BegunSignIn = { userId: string; answer: (password: string) => Promise<Answer> };

/** The first half of a sign-in, for tests that act before the second half. */
export async function beginSignIn(pool: Pool, email: string): Promise<BegunSignIn> {
  const secret = numberOf(randomBytes(32));
  const clientPublic = power(GENERATOR, secret);
  const { ChallengeName, ChallengeParameters: given } = Challenge.parse(
    await call(pool, "InitiateAuth", {
      ClientId: pool.clientId,
      AuthFlow: "USER_SRP_AUTH",
      AuthParameters: { USERNAME: email, SRP_A: clientPublic.toString(16) },
    }),
  );
  const userId = given.USER_ID_FOR_SRP;
  const identity = { poolName: pool.userPoolId.split("_")[1] ?? "", userId };
  const serverPublic = BigInt(`0x${given.SRP_B}`);
  const scramble = scrambleOf(clientPublic, serverPublic);
  const answer = async (password: string): Promise<Answer> => {
    const x = passwordNumber(identity, password, given.SALT);
    const base = (serverPublic - MULTIPLIER * power(GENERATOR, x)) % GROUP;
    const shared = power(base + GROUP, secret + scramble * x);
    const proof = { secretBlock: given.SECRET_BLOCK, timestamp: timestampOf(new Date()) };
    const response = await call(pool, "RespondToAuthChallenge", {
      ClientId: pool.clientId,
      ChallengeName,
      ChallengeResponses: {
        USERNAME: userId,
        PASSWORD_CLAIM_SECRET_BLOCK: proof.secretBlock,
        PASSWORD_CLAIM_SIGNATURE: signatureOf(shared, scramble, identity, proof).toString("base64"),
        TIMESTAMP: proof.timestamp,
      },
    });
    const { AuthenticationResult: tokens, ChallengeName: next, Session: session } = SignedIn.parse(response);
    if (!tokens) return { next, session };
    const { AccessToken: accessToken, IdToken: idToken, RefreshToken: refreshToken } = tokens;
    return { next, session, tokens: { accessToken, idToken, refreshToken } };
  };
  return { userId, answer };
}

/** `Sun Nov 2 09:05:00 UTC 2025`. Cognito accepts English only. */
function timestampOf(date: Date): string {
  const [weekday, day, month, year, time] = date.toUTCString().replace(",", "").split(" ");
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}

async function call({ endpoint }: Pool, operation: string, input: object): Promise<unknown> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const { __type, message } = Refusal.parse(answer);
  throw Object.assign(new Error(message), { name: __type.split("#").at(-1) });
}
