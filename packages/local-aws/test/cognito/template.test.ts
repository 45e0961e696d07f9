import { expect, test } from "vitest";
import { poolFromTemplate } from "../../src/cognito/template.ts";

const from = (pool: object, client: object = {}, groups: object[] = []) =>
  poolFromTemplate({
    pool: { logicalId: "UserPool", properties: pool },
    client: { logicalId: "WebClient", properties: client },
    groups: groups.map((properties, index) => ({ logicalId: `Group${index}`, properties })),
  });

test("a pool is read from the template", () => {
  const pool = from(
    {
      UserPoolName: "shop-users",
      Policies: {
        PasswordPolicy: { MinimumLength: 8, RequireUppercase: true, TemporaryPasswordValidityDays: 3 },
      },
      UsernameAttributes: ["email"],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ["email"],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email"] },
      Schema: [
        { Name: "email", Required: true, Mutable: true },
        { Name: "plan", AttributeDataType: "String" },
      ],
      LambdaConfig: {
        PreSignUp: "PreSignUpFunction",
        PreTokenGenerationConfig: { LambdaArn: "ClaimsFunction", LambdaVersion: "V2_0" },
      },
      MfaConfiguration: "OPTIONAL",
      EmailConfiguration: { EmailSendingAccount: "DEVELOPER", From: "accounts@shop.example" },
      VerificationMessageTemplate: { EmailSubject: "Your code", EmailMessage: "It is {####}." },
    },
    {
      ExplicitAuthFlows: ["ALLOW_USER_SRP_AUTH"],
      AccessTokenValidity: 15,
      IdTokenValidity: 900,
      RefreshTokenValidity: 30,
      TokenValidityUnits: { AccessToken: "minutes", IdToken: "seconds", RefreshToken: "days" },
      PreventUserExistenceErrors: "ENABLED",
      WriteAttributes: ["email"],
    },
    [{ GroupName: "operators", Precedence: 1 }],
  );
  expect(pool).toMatchObject({
    logicalId: "UserPool",
    name: "shop-users",
    passwordPolicy: {
      minimumLength: 8,
      requireUppercase: true,
      requireLowercase: false,
      temporaryPasswordSeconds: 3 * 86_400,
    },
    caseSensitive: false,
    verifyBeforeUpdate: ["email"],
    schema: [
      { name: "email", required: true, mutable: true },
      { name: "custom:plan", required: false, mutable: true },
    ],
    triggers: { PreSignUp: "PreSignUpFunction", PreTokenGeneration: "ClaimsFunction" },
    tokenTriggerVersion: "V2_0",
    mfa: "OPTIONAL",
    mail: {
      from: "accounts@shop.example",
      verification: { subject: "Your code", message: "It is {####}." },
      invitation: { subject: "Your temporary password" },
    },
    client: {
      accessTokenSeconds: 900,
      idTokenSeconds: 900,
      refreshTokenSeconds: 30 * 86_400,
      preventUserExistenceErrors: true,
      writeAttributes: ["email"],
      readAttributes: undefined,
    },
    groups: [{ name: "operators", precedence: 1 }],
  });
});

test("a pool has CloudFormation's defaults, including the unsafe ones", () => {
  expect(from({})).toMatchObject({
    caseSensitive: true,
    mfa: "OFF",
    client: {
      accessTokenSeconds: 3600,
      refreshTokenSeconds: 30 * 86_400,
      preventUserExistenceErrors: false,
      tokenRevocation: true,
      authFlows: ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH"],
    },
  });
});

test.each([
  [
    "an unsupported trigger",
    { LambdaConfig: { UserMigration: "F" } },
    {},
    "UserPool: the trigger UserMigration",
  ],
  ["aliases", { AliasAttributes: ["email"] }, {}, "aliases beside the user name are not supported"],
  ["phone numbers as user names", { UsernameAttributes: ["phone_number"] }, {}, "UserPool: "],
  ["an unknown property", { SmsConfiguration: {} }, {}, "UserPool: "],
  ["a second factor by text message", { EnabledMfas: ["SMS_MFA"] }, {}, "authenticator apps are supported"],
  ["hosted login", {}, { AllowedOAuthFlowsUserPoolClient: true }, "hosted login is not supported"],
  ["a client with a secret", {}, { GenerateSecret: true }, "WebClient: "],
])(
  "a pool with %s is refused with an error that names the resource or the reason",
  (_what, pool, client, message) => {
    expect(() => from(pool, client)).toThrow(message);
  },
);

test("a token trigger that the pool's plan does not include is refused", () => {
  const LambdaConfig = { PreTokenGenerationConfig: { LambdaArn: "f", LambdaVersion: "V2_0" } };
  const of = (UserPoolTier: string) =>
    poolFromTemplate({
      pool: { logicalId: "Pool", properties: { UserPoolTier, LambdaConfig } },
      client: { logicalId: "Client", properties: {} },
      groups: [],
    });
  expect(() => of("LITE")).toThrow(/Pool: Cognito refuses the token trigger V2_0 on the plan LITE/);
  expect(of("ESSENTIALS").tokenTriggerVersion).toBe("V2_0");
});
