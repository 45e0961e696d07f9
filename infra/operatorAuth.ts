import { CfnOutput, RemovalPolicy } from "aws-cdk-lib";
import { CfnUserPool, CfnUserPoolClient, CfnUserPoolGroup } from "aws-cdk-lib/aws-cognito";
import { INVITATION_HOURS } from "#shared/accounts/readers.ts";
import { acknowledgeNoSecondFactor } from "./checks.ts";
import { OPERATOR_TRIGGERS } from "./events.ts";
import { publish } from "./parameters.ts";
import type { Scope } from "./scope.ts";
import { BROWSER_CLIENT, createTrigger, permitTrigger, SIGN_IN_BY_EMAIL } from "./userPool.ts";

const OPERATORS_GROUP = "operators";

const PASSWORD_MIN_LENGTH = 12;
/** Cognito's minimum. The gateway accepts an access token for this long; the shop can end its session earlier. */
const TOKEN_MINUTES = 5;
/** A working day. Sessions in functions/users/operatorRules.ts last as long. */
const REFRESH_HOURS = 12;

/**
 * The operators' own user pool. It does not allow sign-up or password recovery by mail: `operator:create` and
 * accounts/inviteReader create and reset accounts. docs/decisions/why-do-operators-have-a-separate-user-pool.md says
 * why.
 */
export function createOperatorAuth(scope: Scope): void {
  const { stack } = scope;
  const [id] = OPERATOR_TRIGGERS;
  const trigger = createTrigger(scope, id);
  const pool = createPool(scope, trigger.attrArn);
  permitTrigger(scope, id, trigger, pool);
  const client = createClient(scope, pool);
  const group = new CfnUserPoolGroup(stack, "OperatorPoolGroup", {
    userPoolId: pool.ref,
    groupName: OPERATORS_GROUP,
    description: "May enter the back office",
  });
  group.applyRemovalPolicy(RemovalPolicy.RETAIN);
  publish(scope, "operator-pool-id", pool.ref);
  publish(scope, "operator-pool-client-id", client.ref);
  new CfnOutput(stack, "OperatorPoolId", { value: pool.ref });
  new CfnOutput(stack, "OperatorPoolClientId", { value: client.ref });
}

function createPool({ stack, names, settings }: Scope, tokenTrigger: string): CfnUserPool {
  const pool = new CfnUserPool(stack, "OperatorPool", {
    userPoolName: names.operatorPool,
    // The cheapest plan whose trigger can remove a scope from access tokens.
    userPoolTier: "ESSENTIALS",
    ...SIGN_IN_BY_EMAIL,
    policies: {
      passwordPolicy: {
        minimumLength: PASSWORD_MIN_LENGTH,
        requireUppercase: true,
        requireLowercase: true,
        requireNumbers: true,
        requireSymbols: false,
        temporaryPasswordValidityDays: INVITATION_HOURS / 24,
      },
    },
    adminCreateUserConfig: { allowAdminCreateUserOnly: true },
    accountRecoverySetting: { recoveryMechanisms: [{ name: "admin_only", priority: 1 }] },
    ...(settings.operatorSecondFactor === "required"
      ? { mfaConfiguration: "ON", enabledMfas: ["SOFTWARE_TOKEN_MFA"] }
      : { mfaConfiguration: "OFF" }),
    lambdaConfig: { preTokenGenerationConfig: { lambdaArn: tokenTrigger, lambdaVersion: "V2_0" } },
  });
  pool.applyRemovalPolicy(RemovalPolicy.RETAIN);
  if (settings.operatorSecondFactor === "off") acknowledgeNoSecondFactor(pool);
  return pool;
}

function createClient({ stack, names }: Scope, pool: CfnUserPool): CfnUserPoolClient {
  const client = new CfnUserPoolClient(stack, "OperatorPoolClient", {
    userPoolId: pool.ref,
    clientName: `${names.prefix}-back-office`,
    ...BROWSER_CLIENT,
    accessTokenValidity: TOKEN_MINUTES,
    idTokenValidity: TOKEN_MINUTES,
    refreshTokenValidity: REFRESH_HOURS,
    tokenValidityUnits: { accessToken: "minutes", idToken: "minutes", refreshToken: "hours" },
    readAttributes: ["email"],
    // Cognito reads an empty list as all attributes, so this list has one. Operators' tokens cannot write it anyway.
    writeAttributes: ["email"],
  });
  client.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return client;
}
