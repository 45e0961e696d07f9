import { CfnIntegration, CfnRoute } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnPermission } from "aws-cdk-lib/aws-lambda";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { WARMED } from "#shared/warming.ts";
import { wildPath } from "./api.ts";
import { acknowledgeNoAuthorizer } from "./checks.ts";
import { API_STAGE } from "./gate.ts";
import { arn, logicalName } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

type Extra = { readonly id: string; readonly path: string; readonly method: "HEAD" | "OPTIONS" };

/** By which pages start functions before they are needed. */
const STARTS: readonly Extra[] = Object.values(WARMED)
  .flatMap((page) => Object.entries<string>(page))
  .map(([id, path]) => ({ id, path, method: "OPTIONS" }));

/** By which monitors, readers of feeds and previews of links ask for the headers of what everybody may read. */
const HEADS: readonly Extra[] = Object.entries<Endpoint>(ENDPOINTS)
  .filter(([, { audience, method }]) => audience === "public" && method === "GET")
  .map(([id, { path }]) => ({ id, path, method: "HEAD" }));

/**
 * The routes to functions that have their own route by another method. They are one after the other in this stack, whose
 * functions and those of `api` are there before.
 * @param after the stack's last route before these
 */
export function createExtraRoutes(scope: Scope, after: CfnRoute | undefined): void {
  const { stack, names } = scope;
  const apiId = published(scope, "api-id");
  let before = after;
  for (const { id, path, method } of [...STARTS, ...HEADS]) {
    const name = `${logicalName(id)}${method === "HEAD" ? "Head" : "Warming"}`;
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
      routeKey: `${method} ${path}`,
      target: `integrations/${integration.ref}`,
      authorizationType: "NONE",
    });
    acknowledgeNoAuthorizer(route);
    new CfnPermission(stack, `${name}Permission`, {
      action: "lambda:InvokeFunction",
      functionName: fn,
      principal: "apigateway.amazonaws.com",
      sourceArn: arn("execute-api", `${apiId}/${API_STAGE}/${method}${wildPath(path)}`),
    });
    before = route;
  }
}
