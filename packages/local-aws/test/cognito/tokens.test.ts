import { GetUserCommand, InitiateAuthCommand } from "@aws-sdk/client-cognito-identity-provider";
import { CognitoJwtVerifier } from "aws-jwt-verify";
import { describe, expect, test } from "vitest";
import {
  claimsOf,
  cognitoFor,
  EMAIL,
  poolWithAda,
  signedIn,
  type Trigger,
  temporaryDirectory,
} from "./support.ts";

const changedClaims: Trigger = (event) => ({
  ...event,
  response: {
    claimsOverrideDetails: {
      claimsToAddOrOverride: { plan: "gold" },
      claimsToSuppress: ["email", "sub"],
      groupOverrideDetails: { groupsToOverride: ["guests"] },
    },
  },
});

describe("tokens", () => {
  test("are accepted by Amazon's verifier", async () => {
    const cognito = await poolWithAda();
    const tokens = await signedIn(cognito);
    const verifier = CognitoJwtVerifier.create({
      userPoolId: cognito.userPoolId,
      clientId: cognito.clientId,
    });
    verifier.cacheJwks(await cognito.jwks());
    const access = await verifier.verify(tokens.AccessToken ?? "", { tokenUse: "access" });
    expect(access).toMatchObject({
      iss: cognito.issuer,
      sub: cognito.sub,
      username: cognito.sub,
      client_id: cognito.clientId,
      scope: "aws.cognito.signin.user.admin",
    });
    expect(access.exp - access.iat).toBe(900);
    const id = await verifier.verify(tokens.IdToken ?? "", { tokenUse: "id" });
    expect(id).toMatchObject({ aud: cognito.clientId, email: EMAIL, email_verified: true, sub: cognito.sub });
  });

  test("stay valid after a restart", async () => {
    const dataDir = temporaryDirectory();
    const first = await poolWithAda({ dataDir });
    const tokens = await signedIn(first);
    const second = await cognitoFor({ dataDir, client: { authFlows: ["ALLOW_REFRESH_TOKEN_AUTH"] } });
    expect(second.userPoolId).toBe(first.userPoolId);
    expect(second.clientId).toBe(first.clientId);
    expect(await second.jwks()).toEqual(await first.jwks());
    const refreshed = await second.sdk.send(
      new InitiateAuthCommand({
        ...second.client,
        AuthFlow: "REFRESH_TOKEN_AUTH",
        AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken ?? "" },
      }),
    );
    const user = await second.sdk.send(
      new GetUserCommand({ AccessToken: refreshed.AuthenticationResult?.AccessToken }),
    );
    expect(user.Username).toBe(first.sub);
  });

  test("are refused if they are forged or of another kind", async () => {
    const cognito = await poolWithAda();
    const tokens = await signedIn(cognito);
    const [header, , signature] = (tokens.AccessToken ?? "").split(".");
    const claims = { ...claimsOf(tokens.AccessToken), exp: 4_000_000_000 };
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    const refusal = { name: "NotAuthorizedException", message: "Invalid Access Token" };
    for (const AccessToken of [`${header}.${payload}.${signature}`, tokens.IdToken, "nonsense"]) {
      await expect(cognito.sdk.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject(refusal);
    }
  });

  test("are refused if they belong to another app client", async () => {
    const dataDir = temporaryDirectory();
    const { AccessToken } = await signedIn(await poolWithAda({ dataDir }));
    const renamed = await cognitoFor({ dataDir, client: { logicalId: "NewClient" } });
    await expect(renamed.sdk.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
      message: "Invalid Access Token",
    });
  });

  test("of the kind access expire after the app client's lifetime for access tokens", async () => {
    const cognito = await poolWithAda();
    const { AccessToken } = await signedIn(cognito);
    cognito.advance(901);
    await expect(cognito.sdk.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
      message: "Access Token has expired",
    });
  });

  test("of the kind refresh expire after the app client's lifetime for refresh tokens", async () => {
    const cognito = await poolWithAda({
      client: { refreshTokenSeconds: 3600 },
    });
    const { RefreshToken } = await signedIn(cognito);
    cognito.advance(3601);
    await expect(
      cognito.sdk.send(
        new InitiateAuthCommand({
          ...cognito.client,
          AuthFlow: "REFRESH_TOKEN_AUTH",
          AuthParameters: { REFRESH_TOKEN: RefreshToken },
        }),
      ),
    ).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });

  test("have the claims that a PreTokenGeneration trigger sets, except the user's id", async () => {
    const cognito = await poolWithAda({
      triggers: { PreTokenGeneration: changedClaims },
    });
    const { IdToken } = await signedIn(cognito);
    const claims = claimsOf(IdToken);
    expect(claims).toMatchObject({ plan: "gold", sub: cognito.sub, "cognito:groups": ["guests"] });
    expect(claims.email).toBeUndefined();
  });
});
