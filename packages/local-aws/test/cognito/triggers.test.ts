import {
  AdminGetUserCommand,
  ListUsersCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, test } from "vitest";
import {
  autoConfirm,
  claimsOf,
  cognitoFor,
  EMAIL,
  PASSWORD,
  poolWithAda,
  signedIn,
  startSignIn,
  type TestCognito,
  type Trigger,
} from "./support.ts";

async function signUp(cognito: TestCognito, changes: object = {}) {
  return await cognito.sdk.send(
    new SignUpCommand({ ...cognito.client, Username: EMAIL, Password: PASSWORD, ...changes }),
  );
}

describe("sign-up triggers", () => {
  test("get Amazon's events, including PostConfirmation after an automatic confirmation", async () => {
    const same: Trigger = (event) => event;
    const cognito = await cognitoFor({ triggers: { PreSignUp: autoConfirm, PostConfirmation: same } });
    const { UserSub, UserConfirmed } = await signUp(cognito, { ClientMetadata: { from: "shop" } });
    expect(UserConfirmed).toBe(true);
    expect(cognito.events).toMatchObject([
      {
        version: "1",
        region: "eu-central-1",
        userPoolId: cognito.userPoolId,
        userName: UserSub,
        callerContext: { clientId: cognito.clientId },
        triggerSource: "PreSignUp_SignUp",
        request: { userAttributes: { email: EMAIL }, validationData: null, clientMetadata: { from: "shop" } },
        response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
      },
      {
        triggerSource: "PostConfirmation_ConfirmSignUp",
        userName: UserSub,
        request: {
          userAttributes: {
            sub: UserSub,
            email: EMAIL,
            email_verified: "true",
            "cognito:user_status": "CONFIRMED",
          },
        },
        response: {},
      },
    ]);
    expect(cognito.mails).toEqual([]);
  });

  test("that throw refuse the sign-up and create no user", async () => {
    const refuse: Trigger = () => {
      throw new Error("Not from there.");
    };
    const cognito = await cognitoFor({ triggers: { PreSignUp: refuse } });
    await expect(signUp(cognito)).rejects.toMatchObject({
      name: "UserLambdaValidationException",
      message: "PreSignUp failed with error Not from there.",
    });
    expect((await cognito.sdk.send(new ListUsersCommand(cognito.admin))).Users).toEqual([]);
  });

  test("that fail after the confirmation leave a confirmed user", async () => {
    const fail: Trigger = () => {
      throw new Error("no table");
    };
    const cognito = await cognitoFor({ triggers: { PreSignUp: autoConfirm, PostConfirmation: fail } });
    await expect(signUp(cognito)).rejects.toMatchObject({ name: "UserLambdaValidationException" });
    const user = await cognito.sdk.send(new AdminGetUserCommand({ ...cognito.admin, Username: EMAIL }));
    expect(user.UserStatus).toBe("CONFIRMED");
  });

  test("with a malformed answer fail the sign-up", async () => {
    const nonsense: Trigger = () => "yes";
    const cognito = await cognitoFor({ triggers: { PreSignUp: nonsense } });
    await expect(signUp(cognito)).rejects.toMatchObject({ name: "InvalidLambdaResponseException" });
  });

  test("that never answer run three times", async () => {
    const silent: Trigger = () => new Promise(() => {});
    const cognito = await cognitoFor({ triggers: { PreSignUp: silent }, triggerTimeoutMs: 5 });
    await expect(signUp(cognito)).rejects.toMatchObject({ name: "UnexpectedLambdaException" });
    expect(cognito.events).toHaveLength(3);
  });

  test("set the mail's subject and its text around the code", async () => {
    const custom: Trigger = (event) => ({
      ...event,
      response: { emailSubject: "Welcome", emailMessage: "<p>Type {####} to continue</p>" },
    });
    const cognito = await cognitoFor({ triggers: { CustomMessage: custom } });
    await signUp(cognito);
    expect(cognito.mails[0]).toMatchObject({ to: EMAIL, subject: "Welcome" });
    expect(cognito.mails[0]?.text).toMatch(/^Type \d{6} to continue$/);
  });
});

describe("sign-in triggers", () => {
  const same: Trigger = (event) => event;
  const refuse: Trigger = () => {
    throw new Error("Closed today.");
  };

  test("run before the password check, and after it if the password is correct", async () => {
    const cognito = await poolWithAda({ triggers: { PreAuthentication: same, PostAuthentication: same } });
    await expect(startSignIn(cognito, "Wrong-Horse7")).rejects.toThrow();
    await signedIn(cognito);
    const sources = cognito.events.map((event) => event.triggerSource).slice(1);
    const [before, after] = ["PreAuthentication_Authentication", "PostAuthentication_Authentication"];
    expect(sources).toEqual([before, before, after]);
  });

  test.each(["PreAuthentication", "PostAuthentication"])("that throw keep the user out: %s", async (name) => {
    const cognito = await poolWithAda({ triggers: { [name]: refuse } });
    await expect(startSignIn(cognito)).rejects.toMatchObject({
      name: "UserLambdaValidationException",
      message: `${name} failed with error Closed today.`,
    });
  });

  test("of version 2 also change the access token", async () => {
    const widen: Trigger = (event) => ({
      ...event,
      response: {
        claimsAndScopeOverrideDetails: {
          accessTokenGeneration: {
            claimsToAddOrOverride: { plan: "gold" },
            scopesToAdd: ["shop/read"],
            scopesToSuppress: ["aws.cognito.signin.user.admin"],
          },
        },
      },
    });
    const cognito = await poolWithAda({
      pool: { tokenTriggerVersion: "V2_0" },
      triggers: { PreTokenGeneration: widen },
    });
    const { AccessToken, IdToken } = await signedIn(cognito);
    expect(claimsOf(AccessToken)).toMatchObject({ plan: "gold", scope: "shop/read" });
    expect(claimsOf(IdToken).plan).toBeUndefined();
    expect(cognito.events.at(-1)).toMatchObject({ version: "2" });
  });
});
