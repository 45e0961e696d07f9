import { CfnIntegration, CfnRoute } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnPermission } from "aws-cdk-lib/aws-lambda";
import { WARMED } from "#shared/warming.ts";
import { acknowledgeNoAuthorizer } from "./checks.ts";
import { API_STAGE } from "./gate.ts";
import { arn, logicalName } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

/**
 * The routes by which pages start functions before they are needed. They are one after the other in this stack, whose
 * functions and those of `api` are there before.
 * @param after the stack's last route before these
 */
export function createWarming(scope: Scope, after: CfnRoute | undefined): void {
  const { stack, names } = scope;
  const apiId = published(scope, "api-id");
  let before = after;
  for (const [id, path] of Object.values(WARMED).flatMap((page) => Object.entries(page))) {
    const name = `${logicalName(id)}Warming`;
    const fn = arn("lambda", `function:${names.function(id)}`);
    const integration = new CfnIntegration(stack, `${name}Integration`, {
      apiId,
      integrationType: "AWS_PROXY",
      integrationUri: fn,
      payloadFormatVersion: "2.0",
    });
    if (before) integration.addResourceDependency(before);
    const route = new CfnRoute(stack, `${name}Route`, {
      apiId,
      routeKey: `OPTIONS ${path}`,
      target: `integrations/${integration.ref}`,
      authorizationType: "NONE",
    });
    acknowledgeNoAuthorizer(route);
    new CfnPermission(stack, `${name}Permission`, {
      action: "lambda:InvokeFunction",
      functionName: fn,
      principal: "apigateway.amazonaws.com",
      sourceArn: arn("execute-api", `${apiId}/${API_STAGE}/OPTIONS${path}`),
    });
    before = route;
  }
}
