import { Aws } from "aws-cdk-lib";
import { CfnAuthorizer, CfnIntegration, CfnRoute } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnPermission } from "aws-cdk-lib/aws-lambda";
import type { Audience, Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import { ACCESS } from "./access.ts";
import { acknowledgeCallerWaits, acknowledgeNoAuthorizer } from "./checks.ts";
import { API_STAGE } from "./gate.ts";
import { createFunction } from "./lambda.ts";
import { arn, logicalName } from "./names.ts";
import { published } from "./parameters.ts";
import { mayReadUsers } from "./policy.ts";
import type { Scope } from "./scope.ts";

/** Below the 30 seconds that the gateway waits, so that it is the function that says what went wrong. */
export const ENDPOINT_TIMEOUT_SECONDS = 29;

/**
 * API Gateway takes 10 calls a second to its control plane in an account, and CloudFormation would create all routes
 * at once. Integrations and routes are created in this many lanes, one after the other in each.
 */
export const LANES = 4;

/**
 * Operators' endpoints in the stack `jobs`: `desk` has no room for more under CloudFormation's limit of resources. New
 * ones go here. Those of `desk` stay there: a function that moves to another stack collides with its own name.
 */
const BESIDE_DESK: ReadonlySet<EndpointId> = new Set([
  "affiliates/getConsentCountries",
  "affiliates/getLedger",
  "affiliates/saveConsentCountries",
  "billing/answerWithdrawal",
  "billing/getCreditSettings",
  "apiKeys/createApiKey",
  "apiKeys/listApiKeys",
  "apiKeys/revokeApiKey",
  "billing/getPlanSettings",
  "billing/listWithdrawals",
  "billing/saveCreditSettings",
  "billing/savePlanSettings",
  "insights/getGrowth",
  "insights/listMoves",
  "mail/countRecipients",
  "mail/listMailings",
  "status/linkPostmortem",
  "promotions/listWaiting",
  "promotions/removeWaiting",
  "status/openIncident",
  "status/updateIncident",
]);

/** The same for customers' endpoints, which `api` has no room for. */
const BESIDE_API: ReadonlySet<EndpointId> = new Set([
  "accounts/getOverview",
  "accounts/recoverAccount",
  "accounts/renewOperatorSession",
  "accounts/replaceRecoveryCode",
  "accounts/setIncidentMail",
  "billing/refuseInvitations",
  "billing/setInvitationMail",
  "billing/withdraw",
  "licenses/removeTaken",
]);

/**
 * What customers, devices and Stripe call: the part of it that is in this stack.
 * @param after the stack's last route before these
 * @returns its last route
 */
export function createCustomersApi(
  scope: Scope,
  part: "api" | "jobs",
  after?: CfnRoute,
): CfnRoute | undefined {
  const all = endpointIds(["public", "customer", "device", "stripe"]);
  const ids = all.filter((id) => BESIDE_API.has(id) === (part === "jobs"));
  const place =
    part === "api"
      ? { id: "Authorizer", name: "user-pool-customers" }
      : { id: "CustomersAuthorizer", name: "user-pool-beside-api" };
  return createApi(scope, ids, { ...place, pool: "user-pool" }, after);
}

/** What operators call: the part of it that is in this stack. @returns its last route */
export function createOperatorsApi(scope: Scope, part: "desk" | "jobs"): CfnRoute | undefined {
  const ids = endpointIds(["operator"]).filter((id) => BESIDE_DESK.has(id) === (part === "jobs"));
  const name = part === "desk" ? "operator-pool" : "operator-pool-beside-desk";
  return createApi(scope, ids, { id: "Authorizer", name, pool: "operator-pool" });
}

/**
 * Operators and customers have a pool each, and no route takes the tokens of both. The gateway wants another name for
 * each authorizer.
 */
type Authorizer = {
  readonly id: string;
  readonly name: string;
  readonly pool: "operator-pool" | "user-pool";
};

/** A function, a route and a permission for each of these endpoints, once `after` is there. @returns the last route */
function createApi(
  scope: Scope,
  ids: readonly EndpointId[],
  { id: authorizerId, name, pool }: Authorizer,
  after?: CfnRoute,
): CfnRoute | undefined {
  const apiId = published(scope, "api-id");
  const authorizer = new CfnAuthorizer(scope.stack, authorizerId, {
    apiId,
    name,
    authorizerType: "JWT",
    identitySource: ["$request.header.Authorization"],
    jwtConfiguration: {
      issuer: `https://cognito-idp.${Aws.REGION}.amazonaws.com/${published(scope, `${pool}-id`)}`,
      audience: [published(scope, `${pool}-client-id`)],
    },
  });
  const routes: CfnRoute[] = [];
  for (const id of ids) {
    const { integration, route } = createEndpoint(scope, id, apiId, authorizer);
    const before = routes.at(-LANES) ?? after;
    if (before) integration.addResourceDependency(before);
    routes.push(route);
  }
  return routes.at(-1);
}

function endpointIds(audiences: readonly Audience[]): EndpointId[] {
  const ids = Object.keys(ENDPOINTS).filter((id): id is EndpointId => id in ENDPOINTS);
  return ids.filter((id) => audiences.includes(ENDPOINTS[id].audience));
}

function createEndpoint(
  scope: Scope,
  id: EndpointId,
  apiId: string,
  authorizer: CfnAuthorizer,
): { integration: CfnIntegration; route: CfnRoute } {
  const { stack } = scope;
  const contract: Endpoint = ENDPOINTS[id];
  const signedIn = contract.audience === "customer" || contract.audience === "operator";
  const fn = createFunction(scope, id, {
    access: signedIn ? mayReadUsers(ACCESS[id]) : ACCESS[id],
    timeoutSeconds: ENDPOINT_TIMEOUT_SECONDS,
    environment: {
      SITE_URL: published(scope, "site-url"),
      ORIGIN_HASHES: published(scope, "origin-accepted"),
    },
  });
  acknowledgeCallerWaits(fn);
  const name = logicalName(id);
  const integration = new CfnIntegration(stack, `${name}Integration`, {
    apiId,
    integrationType: "AWS_PROXY",
    integrationUri: fn.attrArn,
    payloadFormatVersion: "2.0",
  });
  const route = new CfnRoute(stack, `${name}Route`, {
    apiId,
    routeKey: `${contract.method} ${contract.path}`,
    target: `integrations/${integration.ref}`,
    ...(signedIn
      ? { authorizationType: "JWT", authorizerId: authorizer.ref }
      : { authorizationType: "NONE" }),
  });
  if (!signedIn) acknowledgeNoAuthorizer(route);
  new CfnPermission(stack, `${name}Permission`, {
    action: "lambda:InvokeFunction",
    functionName: fn.ref,
    principal: "apigateway.amazonaws.com",
    sourceArn: arn("execute-api", `${apiId}/${API_STAGE}/${contract.method}${wildPath(contract.path)}`),
  });
  return { integration, route };
}

/** A path parameter stands for anything in the ARN that the gateway calls with. */
export function wildPath(path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, "*");
}
