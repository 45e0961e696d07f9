import { CfnOutput, Fn, RemovalPolicy } from "aws-cdk-lib";
import { CfnUserPool, CfnUserPoolClient } from "aws-cdk-lib/aws-cognito";
import { CfnPolicy } from "aws-cdk-lib/aws-iam";
import type { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import type { CfnConfigurationSet } from "aws-cdk-lib/aws-ses";
import { PASSWORD_MIN_LENGTH, PASSWORD_RULES } from "#shared/accounts/password.ts";
import { BRAND } from "#shared/brand.ts";
import { mailHtml } from "#shared/mail/layout.ts";
import { RESET_MAIL } from "#shared/mail/resetMail.ts";
import { COGNITO_TRIGGERS, type CustomerTriggerId } from "./events.ts";
import { arn, logicalName } from "./names.ts";
import { publish } from "./parameters.ts";
import { createPoolFirewall } from "./poolFirewall.ts";
import type { Scope } from "./scope.ts";
import { BROWSER_CLIENT, createTrigger, permitTrigger, SIGN_IN_BY_EMAIL } from "./userPool.ts";

const TRIGGERS: readonly CustomerTriggerId[] = ["accounts/preSignUp", "accounts/postConfirmation"];

/** The gateway accepts an access token for this long. The functions also check that its session has not ended. */
const TOKEN_MINUTES = 15;
const REFRESH_DAYS = 30;

/** The customers' user pool. Operators have their own (operatorAuth.ts). */
export function createAuth(scope: Scope, poolSecret: CfnSecret, mailSettings: CfnConfigurationSet): void {
  const { stack } = scope;
  const triggers = TRIGGERS.map((id) => ({ id, fn: createTrigger(scope, id) }));
  const pool = createPool(
    scope,
    Object.fromEntries(triggers.map(({ id, fn }) => [COGNITO_TRIGGERS[id], fn.attrArn])),
    mailSettings,
  );
  for (const { id, fn } of triggers) permitTrigger(scope, id, fn, pool);
  const client = createClient(scope, pool);
  if (scope.settings.poolFirewall) createPoolFirewall(scope, pool, poolSecret);
  allowReset(scope, pool);
  publish(scope, "user-pool-id", pool.ref);
  publish(scope, "user-pool-client-id", client.ref);
  new CfnOutput(stack, "UserPoolId", { value: pool.ref });
  new CfnOutput(stack, "UserPoolClientId", { value: client.ref });
}

/**
 * Permissions for the trigger that runs after a password reset. Its role is created before the pool, so the role cannot
 * name the pool.
 */
function allowReset({ stack }: Scope, pool: CfnUserPool): void {
  const id = logicalName("accounts/postConfirmation");
  new CfnPolicy(stack, `${id}PoolPolicy`, {
    policyName: "pool",
    roles: [Fn.ref(`${id}Role`)],
    policyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Sid: "UserPool",
          Effect: "Allow",
          Action: [
            "cognito-idp:AdminUserGlobalSignOut",
            "cognito-idp:AdminSetUserMFAPreference",
            "cognito-idp:AdminDeleteSoftwareToken",
          ],
          Resource: pool.attrArn,
        },
      ],
    },
  });
}

function createPool(
  { stack, names, settings }: Scope,
  lambdaConfig: CfnUserPool.LambdaConfigProperty,
  mailSettings: CfnConfigurationSet,
): CfnUserPool {
  const asks = (rule: (typeof PASSWORD_RULES)[number]["id"]) => PASSWORD_RULES.some(({ id }) => id === rule);
  const pool = new CfnUserPool(stack, "UserPool", {
    userPoolName: names.prefix,
    // We use no feature of the other plans: docs/decisions/why-do-operators-have-a-separate-user-pool.md.
    userPoolTier: "LITE",
    ...SIGN_IN_BY_EMAIL,
    policies: {
      passwordPolicy: {
        minimumLength: PASSWORD_MIN_LENGTH,
        requireUppercase: asks("uppercase"),
        requireLowercase: asks("lowercase"),
        requireNumbers: asks("number"),
        requireSymbols: false,
        temporaryPasswordValidityDays: 7,
      },
    },
    adminCreateUserConfig: { allowAdminCreateUserOnly: false },
    autoVerifiedAttributes: ["email"],
    // Until the customer confirms a new address, the old address stays valid for sign-in and mail.
    userAttributeUpdateSettings: { attributesRequireVerificationBeforeUpdate: ["email"] },
    accountRecoverySetting: { recoveryMechanisms: [{ name: "verified_email", priority: 1 }] },
    mfaConfiguration: "OPTIONAL",
    enabledMfas: ["SOFTWARE_TOKEN_MFA"],
    emailConfiguration:
      settings.mailFrom === null
        ? { emailSendingAccount: "COGNITO_DEFAULT" }
        : {
            emailSendingAccount: "DEVELOPER",
            from: settings.mailFrom,
            replyToEmailAddress: BRAND.supportEmail,
            sourceArn: arn("ses", `identity/${domainOf(settings.mailFrom)}`),
            // We process the bounces of this mail too.
            configurationSet: mailSettings.ref,
          },
    verificationMessageTemplate: {
      defaultEmailOption: "CONFIRM_WITH_CODE",
      emailSubject: RESET_MAIL.subject,
      emailMessage: mailHtml(RESET_MAIL),
    },
    lambdaConfig,
  });
  pool.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return pool;
}

function createClient({ stack, names }: Scope, pool: CfnUserPool): CfnUserPoolClient {
  const client = new CfnUserPoolClient(stack, "UserPoolClient", {
    userPoolId: pool.ref,
    clientName: `${names.prefix}-web`,
    ...BROWSER_CLIENT,
    accessTokenValidity: TOKEN_MINUTES,
    idTokenValidity: TOKEN_MINUTES,
    refreshTokenValidity: REFRESH_DAYS,
    tokenValidityUnits: { accessToken: "minutes", idToken: "minutes", refreshToken: "days" },
    readAttributes: ["email", "email_verified"],
    // The sign-up writes this attribute. The pool's firewall, if it has one, refuses later changes with an access
    // token.
    writeAttributes: ["email"],
  });
  client.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return client;
}

/** `Name <hello@example.com>` → `example.com` */
function domainOf(sender: string): string {
  const domain = /@([^>\s]+)/.exec(sender)?.[1];
  if (domain) return domain;
  throw new Error(
    `The sender ${JSON.stringify(sender)} has no domain. Write it as "Name <hello@example.com>".`,
  );
}
