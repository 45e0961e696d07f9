import { describe, expect, it } from "vitest";
import { isAcceptablePassword } from "#shared/accounts/password.ts";
import { BRAND } from "#shared/brand.ts";
import { ofType, synthesize, text } from "./synthesized.ts";

const { data } = synthesize();
const pool = data.Resources.UserPool?.Properties;
const client = data.Resources.UserPoolClient?.Properties;

it("the customers' pool signs in by email address in upper or lower case", () => {
  expect(pool.UsernameAttributes).toEqual(["email"]);
  expect(pool.UsernameConfiguration).toEqual({ CaseSensitive: false });
  expect(pool.AliasAttributes).toBeUndefined();
  expect(pool.Schema).toEqual([{ Name: "email", Required: true, Mutable: true }]);
});

it.each([
  ["RequireUppercase", "lowercase1"],
  ["RequireLowercase", "UPPERCASE1"],
  ["RequireNumbers", "NoNumbers"],
  ["RequireSymbols", undefined],
])("the customers' pool has the password rules of the sign-up form: %s", (setting, refused) => {
  expect(pool.Policies.PasswordPolicy[setting]).toBe(refused !== undefined);
  if (refused !== undefined) expect(isAcceptablePassword(refused)).toBe(false);
});

it("the customers' pool has the minimum password length of the sign-up form", () => {
  const { MinimumLength } = pool.Policies.PasswordPolicy;
  const password = (length: number) => "Aa1".padEnd(length, "x");
  expect(isAcceptablePassword(password(MinimumLength))).toBe(true);
  expect(isAcceptablePassword(password(MinimumLength - 1))).toBe(false);
});

it("the customers' pool keeps the old address until the new one is confirmed", () => {
  expect(pool.UserAttributeUpdateSettings).toEqual({ AttributesRequireVerificationBeforeUpdate: ["email"] });
  expect(pool.AutoVerifiedAttributes).toEqual(["email"]);
});

it("the mail of a password reset states the code's purpose and expiry, and has a warning", () => {
  const { EmailMessage, EmailSubject } = pool.VerificationMessageTemplate;
  expect(EmailSubject).toBe(`Reset your ${BRAND.name} password`);
  expect(EmailMessage.match(/\{####\}/g)).toHaveLength(1);
  for (const says of [/to choose a new password/, /expires in one hour/, /If you did not request this code/])
    expect(EmailMessage).toMatch(says);
  // Cognito's limit.
  expect(EmailMessage.length).toBeLessThanOrEqual(20_000);
});

it("the customers' pool allows recovery only by email, allows authenticators, and is protected from deletion", () => {
  expect(pool.AccountRecoverySetting.RecoveryMechanisms).toEqual([{ Name: "verified_email", Priority: 1 }]);
  expect(pool).toMatchObject({
    MfaConfiguration: "OPTIONAL",
    EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
    DeletionProtection: "ACTIVE",
  });
});

it("the customers' pool lets a token's owner change only the address", () => {
  expect(client.WriteAttributes).toEqual(["email"]);
});

it("the client of the customers' pool sends no password over the wire and has no secret", () => {
  expect(client.ExplicitAuthFlows).toEqual(["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]);
  expect(client.GenerateSecret).toBe(false);
});

it("the template creates no user", () => {
  for (const template of Object.values(synthesize())) {
    expect(ofType(template, "AWS::Cognito::UserPoolUser")).toEqual([]);
    expect(ofType(template, "AWS::Cognito::UserPoolUserToGroupAttachment")).toEqual([]);
  }
});

it("the customers' pool does not reveal who has an account", () => {
  expect(client.PreventUserExistenceErrors).toBe("ENABLED");
});

it("the customers' pool issues access tokens for 15 minutes, and refreshes them for 30 days unless revoked", () => {
  expect(client).toMatchObject({
    AccessTokenValidity: 15,
    RefreshTokenValidity: 30,
    TokenValidityUnits: { AccessToken: "minutes", RefreshToken: "days" },
    EnableTokenRevocation: true,
  });
});

it.each([
  ["PreSignUp", "AccountsPreSignUp"],
  ["PostConfirmation", "AccountsPostConfirmation"],
])("the customers' pool alone may call the trigger %s", (trigger, name) => {
  expect(pool.LambdaConfig[trigger]).toEqual({ "Fn::GetAtt": [`${name}Function`, "Arn"] });
  expect(data.Resources[`${name}Permission`]?.Properties).toMatchObject({
    Principal: "cognito-idp.amazonaws.com",
    FunctionName: { Ref: `${name}Function` },
    SourceArn: { "Fn::GetAtt": ["UserPool", "Arn"] },
  });
  expect(data.Resources[`${name}Function`]?.Properties.Timeout).toBe(5);
});

it("the customers' pool has no group", () => {
  const groups = ofType(data, "AWS::Cognito::UserPoolGroup").map(([, { Properties }]) => Properties);
  expect(groups.map(({ GroupName, UserPoolId }) => [GroupName, text(UserPoolId)])).toEqual([
    ["operators", `\${OperatorPool}`],
  ]);
});

it("the customers' pool sends mail through SES in staging and prod", () => {
  expect(pool.EmailConfiguration.EmailSendingAccount).toBe("COGNITO_DEFAULT");
  for (const stage of ["staging", "prod"]) {
    const mail = synthesize({ stage }).data.Resources.UserPool?.Properties.EmailConfiguration;
    expect(mail.EmailSendingAccount).toBe("DEVELOPER");
    expect(text(mail.SourceArn)).toMatch(new RegExp(`:ses:.*:identity/${new URL(BRAND.siteUrl).hostname}$`));
  }
});

it.each(["AccountsPreSignUpRole", "AccountsPostConfirmationRole", "AccountsLimitOperatorTokenRole"])(
  "CloudFormation creates %s after the policy that the role refers to by name",
  (id) => {
    const { DependsOn, Properties } = data.Resources[id] ?? {};
    expect(Properties.ManagedPolicyArns.map(text)).toEqual([
      expect.stringMatching(new RegExp(`:policy/${BRAND.slug}-dev-trace$`)),
    ]);
    expect(DependsOn).toEqual(["TracePolicy"]);
  },
);

it("the user pools remember no device, so no sign-in skips the second factor", () => {
  const pools = ofType(synthesize({ stage: "prod" }).data, "AWS::Cognito::UserPool");
  expect(pools).toHaveLength(2);
  for (const [, each] of pools) expect(each.Properties.DeviceConfiguration).toBeUndefined();
});

it("the customers' pool has the configured plan, and uses no feature of another plan", () => {
  expect(pool.UserPoolTier).toBe("LITE");
  expect(pool.EnabledMfas).toEqual(["SOFTWARE_TOKEN_MFA"]);
  expect(pool.UserPoolAddOns).toBeUndefined();
  expect(pool.WebAuthnRelyingPartyID).toBeUndefined();
  expect(pool.Policies.SignInPolicy).toBeUndefined();
  expect(pool.Policies.PasswordPolicy.PasswordHistorySize).toBeUndefined();
  expect(pool.LambdaConfig.PreTokenGenerationConfig?.LambdaVersion ?? "V1_0").toBe("V1_0");
  expect(client.ExplicitAuthFlows).not.toContain("ALLOW_USER_AUTH");
  expect(client.RefreshTokenRotation).toBeUndefined();
});

describe.each(["dev", "staging", "prod"])("the operators' pool of %s", (stage) => {
  const { Resources } = synthesize({ stage }).data;
  const operators = Resources.OperatorPool?.Properties;
  const backOffice = Resources.OperatorPoolClient?.Properties;

  it("allows neither signing up nor recovery by mail, and is protected from deletion", () => {
    expect(operators).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "admin_only", Priority: 1 }] },
      DeletionProtection: "ACTIVE",
      UsernameAttributes: ["email"],
      UsernameConfiguration: { CaseSensitive: false },
    });
  });

  it("requires an authenticator in stages with customers", () => {
    const required = { MfaConfiguration: "ON", EnabledMfas: ["SOFTWARE_TOKEN_MFA"] };
    expect(operators).toMatchObject(stage === "dev" ? { MfaConfiguration: "OFF" } : required);
  });

  it("has the trigger that removes the scope from access tokens, and the plan that supports it", () => {
    expect(operators.UserPoolTier).toBe("ESSENTIALS");
    expect(operators.LambdaConfig).toEqual({
      PreTokenGenerationConfig: {
        LambdaArn: { "Fn::GetAtt": ["AccountsLimitOperatorTokenFunction", "Arn"] },
        LambdaVersion: "V2_0",
      },
    });
    expect(Resources.AccountsLimitOperatorTokenPermission?.Properties.SourceArn).toEqual({
      "Fn::GetAtt": ["OperatorPool", "Arn"],
    });
  });

  it("issues access tokens for five minutes, refreshes them for twelve hours, and signs in only by SRP", () => {
    expect(backOffice).toMatchObject({
      AccessTokenValidity: 5,
      RefreshTokenValidity: 12,
      TokenValidityUnits: { AccessToken: "minutes", RefreshToken: "hours" },
      ExplicitAuthFlows: ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
      EnableTokenRevocation: true,
      PreventUserExistenceErrors: "ENABLED",
      GenerateSecret: false,
    });
  });
});
