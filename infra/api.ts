import { CfnIntegration, CfnRoute } from "aws-cdk-lib/aws-apigatewayv2";
import { type CfnFunction, CfnPermission } from "aws-cdk-lib/aws-lambda";
import type { Audience, Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import { WARMED } from "#shared/warming.ts";
import type { Access } from "./access/row.ts";
import { ACCESS, type FunctionId } from "./access.ts";
import { acknowledgeCallerWaits, acknowledgeNoAuthorizer } from "./checks.ts";
import { DOOR_IDS } from "./events.ts";
import { API_STAGE } from "./gate.ts";
import { createFunction } from "./lambda.ts";
import { arn, logicalName } from "./names.ts";
import { published } from "./parameters.ts";
import { mayReadUsers } from "./policy.ts";
import type { Scope } from "./scope.ts";

/** Shorter than the gateway's 30 seconds, so that the function reports the error itself. */
const ENDPOINT_TIMEOUT_SECONDS = 29;

/**
 * API Gateway allows 10 control-plane calls a second per account, and CloudFormation would create all routes of
 * concurrent stacks at once. Each stack creates its integrations and routes in this many lanes. Within a lane, each
 * waits for the one before it.
 */
export const LANES = 2;

type Way = {
  /** Prefix of its logical ids. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The pool whose tokens the gateway checks. Without it, the function checks the caller. */
  readonly whose?: "customers" | "operators" | undefined;
};

/**
 * The route for calls with an API key to operators' endpoints. It has no authorizer: the function checks the key and
 * invokes the endpoint's own function (docs/decisions/how-do-scripts-call-the-operators-api.md).
 */
const SCRIPTS: Way = { name: "Scripts", method: "ANY", path: "/scripts/{path+}" };

const ENDPOINT_IDS = Object.keys(ENDPOINTS).filter((id): id is EndpointId => id in ENDPOINTS);

const SIGNED_IN: Readonly<Partial<Record<Audience, "customers" | "operators">>> = {
  customer: "customers",
  operator: "operators",
};

const STARTS = new Map<string, string>(Object.values(WARMED).flatMap((page) => Object.entries<string>(page)));

/** Routes of an endpoint: its own, one to warm it up, and HEAD for public reads. */
function waysTo(id: EndpointId): readonly [Way, ...Way[]] {
  const { method, path, audience }: Endpoint = ENDPOINTS[id];
  const name = logicalName(id);
  const start = STARTS.get(id);
  return [
    { name, method, path, whose: SIGNED_IN[audience] },
    ...(start === undefined ? [] : [{ name: `${name}Warming`, method: "OPTIONS", path: start }]),
    ...(audience === "public" && method === "GET" ? [{ name: `${name}Head`, method: "HEAD", path }] : []),
  ];
}

/**
 * Creates the functions of the endpoints that belong to this stack.
 * @param followers functions of this stack that read its streams and queues. They are deployed first.
 */
export function createEndpoints(
  scope: Scope,
  isHere: (id: FunctionId) => boolean,
  followers: readonly CfnFunction[],
): void {
  const last: CfnRoute[] = [];
  const add = (id: FunctionId, access: Access, ways: readonly [Way, ...Way[]]) => {
    const fn = createFunction(scope, id, {
      access,
      timeoutSeconds: ENDPOINT_TIMEOUT_SECONDS,
      environment: {
        SITE_URL: published(scope, "site-url"),
        ORIGIN_HASHES: published(scope, "origin-accepted"),
      },
    });
    for (const follower of followers) fn.addResourceDependency(follower);
    acknowledgeCallerWaits(fn);
    last.push(createRoutes(scope, fn, ways, last.at(-LANES)));
  };
  for (const id of ENDPOINT_IDS.filter(isHere)) {
    const ways = waysTo(id);
    add(id, ways[0].whose === undefined ? ACCESS[id] : mayReadUsers(ACCESS[id]), ways);
  }
  for (const id of DOOR_IDS.filter(isHere)) add(id, ACCESS[id], [SCRIPTS]);
}

/** @returns the last route; the next function of the lane takes it as `after` */
function createRoutes(
  scope: Scope,
  fn: CfnFunction,
  [own, ...others]: readonly [Way, ...Way[]],
  after: CfnRoute | undefined,
): CfnRoute {
  const integration = new CfnIntegration(scope.stack, `${own.name}Integration`, {
    apiId: published(scope, "api-id"),
    integrationType: "AWS_PROXY",
    integrationUri: fn.attrArn,
    payloadFormatVersion: "2.0",
  });
  if (after) integration.addResourceDependency(after);
  return others.reduce(
    (before, way) => {
      const route = createRoute(scope, fn, integration, way);
      route.addResourceDependency(before);
      return route;
    },
    createRoute(scope, fn, integration, own),
  );
}

function createRoute(
  scope: Scope,
  fn: CfnFunction,
  integration: CfnIntegration,
  { name, method, path, whose }: Way,
): CfnRoute {
  const apiId = published(scope, "api-id");
  const route = new CfnRoute(scope.stack, `${name}Route`, {
    apiId,
    routeKey: `${method} ${path}`,
    target: `integrations/${integration.ref}`,
    ...(whose === undefined
      ? { authorizationType: "NONE" }
      : { authorizationType: "JWT", authorizerId: published(scope, `${whose}-authorizer-id`) }),
  });
  if (whose === undefined) acknowledgeNoAuthorizer(route);
  const called = `${method === "ANY" ? "*" : method}${wildPath(path)}`;
  new CfnPermission(scope.stack, `${name}Permission`, {
    action: "lambda:InvokeFunction",
    functionName: fn.ref,
    principal: "apigateway.amazonaws.com",
    sourceArn: arn("execute-api", `${apiId}/${API_STAGE}/${called}`),
  });
  return route;
}

/** Replaces path parameters with `*`, the wildcard of the gateway's ARNs. */
function wildPath(path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, "*");
}
