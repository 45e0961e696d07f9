import type { CfnUserPool } from "aws-cdk-lib/aws-cognito";
import { type CfnFunction, CfnPermission } from "aws-cdk-lib/aws-lambda";
import { ACCESS } from "./access.ts";
import { acknowledgeCallerWaits } from "./checks.ts";
import type { TriggerId } from "./events.ts";
import { createFunction } from "./lambda.ts";
import { logicalName } from "./names.ts";
import type { Scope } from "./scope.ts";

/** Sign-in of both pools. Aliases, case and required attributes of an existing pool cannot change. */
export const SIGN_IN_BY_EMAIL = {
  deletionProtection: "ACTIVE",
  usernameAttributes: ["email"],
  usernameConfiguration: { caseSensitive: false },
  schema: [{ name: "email", required: true, mutable: true }],
};

/** A client for browsers. A browser cannot keep a secret. A sign-in proves the password without sending it (SRP). */
export const BROWSER_CLIENT = {
  generateSecret: false,
  explicitAuthFlows: ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
  supportedIdentityProviders: ["COGNITO"],
  preventUserExistenceErrors: "ENABLED",
  enableTokenRevocation: true,
};

/** Cognito waits at most five seconds for a trigger. */
const TRIGGER_TIMEOUT_SECONDS = 5;

/** A trigger is created before the site, so its environment lacks the site's address. */
export function createTrigger(scope: Scope, id: TriggerId): CfnFunction {
  const fn = createFunction(scope, id, {
    access: ACCESS[id],
    timeoutSeconds: TRIGGER_TIMEOUT_SECONDS,
    environment: {},
  });
  acknowledgeCallerWaits(fn);
  return fn;
}

export function permitTrigger({ stack }: Scope, id: TriggerId, fn: CfnFunction, pool: CfnUserPool): void {
  new CfnPermission(stack, `${logicalName(id)}Permission`, {
    action: "lambda:InvokeFunction",
    functionName: fn.ref,
    principal: "cognito-idp.amazonaws.com",
    sourceArn: pool.attrArn,
  });
}
