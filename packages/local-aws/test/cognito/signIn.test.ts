import {
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { confirmSignUp, fetchAuthSession, getCurrentUser, signIn, signOut, signUp } from "aws-amplify/auth";
import { decodeJwt } from "jose";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { amplifyStorage } from "../../src/cognito/amplifyStorage.ts";
import * as client from "../../src/cognito/client.ts";
import {
  amplifyFor,
  autoConfirm,
  cognitoFor,
  EMAIL,
  PASSWORD,
  poolWithAda,
  signedIn,
  type TestCognito,
} from "./support.ts";

describe("Amplify's own client", () => {
  test("signs up, is auto-confirmed and signs in by SRP", async () => {
    const cognito = await cognitoFor({ triggers: { PreSignUp: autoConfirm } });
    amplifyFor(cognito);
    const created = await signUp({ username: EMAIL, password: PASSWORD });
    expect(created).toMatchObject({ isSignUpComplete: true, nextStep: { signUpStep: "DONE" } });
    expect(await signIn({ username: EMAIL, password: PASSWORD })).toMatchObject({ isSignedIn: true });
    const user = await getCurrentUser();
    expect(user.userId).toBe(created.userId);
  });

  test("confirms a sign-up by the mailed code", async () => {
    const cognito = await cognitoFor();
    amplifyFor(cognito);
    await signUp({ username: EMAIL, password: PASSWORD });
    expect(cognito.mails[0]?.to).toBe(EMAIL);
    const early = await signIn({ username: EMAIL, password: PASSWORD });
    expect(early.nextStep.signInStep).toBe("CONFIRM_SIGN_UP");
    await confirmSignUp({ username: EMAIL, confirmationCode: cognito.lastCode() });
    expect(await signIn({ username: EMAIL, password: PASSWORD })).toMatchObject({ isSignedIn: true });
  });

  test("refreshes its session until it signs out", async () => {
    const cognito = await poolWithAda();
    const stored = amplifyFor(cognito);
    await signIn({ username: EMAIL, password: PASSWORD });
    const before = (await fetchAuthSession()).tokens?.accessToken.toString();
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken.toString();
    expect(after).toBeTruthy();
    expect(after).not.toBe(before);
    const refreshToken = [...stored].find(([key]) => key.endsWith(".refreshToken"))?.[1] ?? "";
    await signOut();
    await expect(
      cognito.sdk.send(
        new InitiateAuthCommand({
          ...cognito.client,
          AuthFlow: "REFRESH_TOKEN_AUTH",
          AuthParameters: { REFRESH_TOKEN: refreshToken },
        }),
      ),
    ).rejects.toMatchObject({ name: "NotAuthorizedException", message: "Refresh Token has been revoked" });
  });

  test("gives the same answer for a wrong password and an unknown user", async () => {
    const cognito = await poolWithAda();
    amplifyFor(cognito);
    const refusal = { name: "NotAuthorizedException", message: "Incorrect username or password." };
    await expect(signIn({ username: EMAIL, password: "Wrong-Horse7" })).rejects.toMatchObject(refusal);
    await expect(signIn({ username: "eve@example.com", password: PASSWORD })).rejects.toMatchObject(refusal);
  });

  test("signs in whatever the letter case of the address", async () => {
    amplifyFor(await poolWithAda());
    expect(await signIn({ username: "Ada@Example.COM", password: PASSWORD })).toMatchObject({
      isSignedIn: true,
    });
  });
});

/** The part of a stored value that is equal for two sign-ins of one user. */
function shapeOf(key: string, value: string): unknown {
  if (key.endsWith("clockDrift")) return Number.isInteger(Number(value));
  if (key.endsWith("refreshToken")) return value.length > 0;
  return key.endsWith("Token") ? Object.keys(decodeJwt(value)).sort() : value;
}

describe("the client of seeds and tests", () => {
  test("stores the same entries as Amplify after a sign-in", async () => {
    const cognito = await cognitoFor({ triggers: { PreSignUp: autoConfirm } });
    const userId = await client.signUp(cognito, EMAIL, PASSWORD);
    const tokens = await client.signIn(cognito, EMAIL, PASSWORD);
    expect(tokens.userId).toBe(userId);

    const stored = amplifyFor(cognito);
    await signIn({ username: EMAIL, password: PASSWORD });
    const shape = (kept: Iterable<[string, string]>) =>
      Object.fromEntries([...kept].map(([key, value]) => [key, shapeOf(key, value)]));
    expect(shape(stored)).toEqual(shape(Object.entries(amplifyStorage(cognito.clientId, EMAIL, tokens))));
  });

  test("throws errors with Cognito's names", async () => {
    const cognito = await poolWithAda();
    await expect(client.signIn(cognito, EMAIL, "Wrong-Horse7")).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
    await expect(client.signUp(cognito, EMAIL, PASSWORD)).rejects.toMatchObject({
      name: "UsernameExistsException",
    });
  });
});

describe("sign-in", () => {
  test("by plain password needs the client's permission", async () => {
    const cognito = await poolWithAda({ client: { authFlows: ["ALLOW_USER_SRP_AUTH"] } });
    await expect(signedIn(cognito)).rejects.toMatchObject({ name: "InvalidParameterException" });
  });

  test("refuses public values that would prove any password", async () => {
    const cognito = await poolWithAda();
    for (const SRP_A of ["0", "00", "xyz"]) {
      await expect(startSrp(cognito, EMAIL, SRP_A)).rejects.toMatchObject({
        name: "InvalidParameterException",
      });
    }
  });

  test("gives an unknown name a stable challenge that looks real", async () => {
    const cognito = await poolWithAda();
    const first = (await startSrp(cognito, "eve@example.com", "abc")).ChallengeParameters;
    const second = (await startSrp(cognito, "eve@example.com", "abc")).ChallengeParameters;
    const real = (await startSrp(cognito, EMAIL, "abc")).ChallengeParameters;
    expect(Object.keys(first ?? {})).toEqual(Object.keys(real ?? {}));
    expect(first?.USER_ID_FOR_SRP).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(second).toMatchObject({ SALT: first?.SALT, USER_ID_FOR_SRP: first?.USER_ID_FOR_SRP });
  });

  test("refuses an expired challenge", async () => {
    const cognito = await poolWithAda();
    const respond = (block: string) =>
      cognito.sdk.send(
        new RespondToAuthChallengeCommand({
          ...cognito.client,
          ChallengeName: "PASSWORD_VERIFIER",
          ChallengeResponses: {
            USERNAME: EMAIL,
            PASSWORD_CLAIM_SECRET_BLOCK: block,
            PASSWORD_CLAIM_SIGNATURE: "AAAA",
            TIMESTAMP: "Fri Nov 20 10:00:00 UTC 2026",
          },
        }),
      );
    const { ChallengeParameters } = await startSrp(cognito, EMAIL, "abc");
    cognito.advance(181);
    await expect(respond(ChallengeParameters?.SECRET_BLOCK ?? "")).rejects.toMatchObject({
      message: "Invalid session for the user, session is expired.",
    });
  });

  test("accepts each proof once", async () => {
    const cognito = await poolWithAda();
    amplifyFor(cognito);
    const sent = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => sent.mockRestore());
    await signIn({ username: EMAIL, password: PASSWORD });
    const [url, request] =
      sent.mock.calls.find(([, one]) => String(one?.body).includes("PASSWORD_VERIFIER")) ?? [];
    const replay = await fetch(String(url), request);
    expect(await replay.json()).toMatchObject({ __type: "NotAuthorizedException" });
  });

  test("is locked for a while after five wrong passwords", async () => {
    const cognito = await poolWithAda();
    for (let count = 0; count < 5; count += 1) {
      await expect(signedIn(cognito, "Wrong-Horse7")).rejects.toMatchObject({
        message: "Incorrect username or password.",
      });
    }
    await expect(signedIn(cognito)).rejects.toMatchObject({ message: "Password attempts exceeded" });
    cognito.advance(2);
    expect((await signedIn(cognito)).AccessToken).toBeTruthy();
  });
});

async function startSrp(cognito: TestCognito, name: string, srpA: string) {
  return await cognito.sdk.send(
    new InitiateAuthCommand({
      ...cognito.client,
      AuthFlow: "USER_SRP_AUTH",
      AuthParameters: { USERNAME: name, SRP_A: srpA },
    }),
  );
}
