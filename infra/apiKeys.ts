import { CfnIntegration, CfnRoute } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnPermission } from "aws-cdk-lib/aws-lambda";
import { ACCESS } from "./access.ts";
import { ENDPOINT_TIMEOUT_SECONDS } from "./api.ts";
import { acknowledgeCallerWaits, acknowledgeNoAuthorizer } from "./checks.ts";
import { API_STAGE } from "./gate.ts";
import { createFunction } from "./lambda.ts";
import { arn } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

const ID = "apiKeys/call";
export const SCRIPTS_ROUTE = "ANY /scripts/{path+}";

/**
 * The door for calls with an API key: one route for all of the operators' calls. It has no authorizer of the gateway;
 * the function checks the key and invokes the endpoints' own functions (docs/decisions/how-do-scripts-call-the-operators-api.md).
 * @param after the stack's last route before it
 */
export function createScriptsDoor(scope: Scope, after: CfnRoute | undefined): CfnRoute {
  const { stack } = scope;
  const apiId = published(scope, "api-id");
  const fn = createFunction(scope, ID, {
    access: ACCESS[ID],
    timeoutSeconds: ENDPOINT_TIMEOUT_SECONDS,
    environment: {
      SITE_URL: published(scope, "site-url"),
      ORIGIN_HASHES: published(scope, "origin-accepted"),
    },
  });
  acknowledgeCallerWaits(fn);
  const integration = new CfnIntegration(stack, "ScriptsIntegration", {
    apiId,
    integrationType: "AWS_PROXY",
    integrationUri: fn.attrArn,
    payloadFormatVersion: "2.0",
  });
  // In one of the lanes of api.ts.
  if (after) integration.addResourceDependency(after);
  const route = new CfnRoute(stack, "ScriptsRoute", {
    apiId,
    routeKey: SCRIPTS_ROUTE,
    target: `integrations/${integration.ref}`,
    authorizationType: "NONE",
  });
  acknowledgeNoAuthorizer(route);
  new CfnPermission(stack, "ScriptsPermission", {
    action: "lambda:InvokeFunction",
    functionName: fn.ref,
    principal: "apigateway.amazonaws.com",
    sourceArn: arn("execute-api", `${apiId}/${API_STAGE}/*/scripts/*`),
  });
  return route;
}
