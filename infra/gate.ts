import { CfnStage } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { WARMED } from "#shared/warming.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

/** The API's stage. The site's paths for API calls begin with it too, so CloudFront passes them on unchanged. */
export const API_STAGE = "backend";

/** Omits query, headers and body, which could contain a token or a key. */
const ACCESS_LOG_FIELDS = {
  time: "$context.requestTimeEpoch",
  requestId: "$context.requestId",
  route: "$context.routeKey",
  status: "$context.status",
  latency: "$context.responseLatency",
  integrationLatency: "$context.integrationLatency",
  integrationStatus: "$context.integrationStatus",
  integrationError: "$context.integrationErrorMessage",
  authorizerError: "$context.authorizer.error",
  user: "$context.authorizer.claims.sub",
} as const;

/**
 * Creates the API's stage, which opens the API. It comes after the routes, because a stage can only limit existing
 * routes. Each endpoint's route gets its audience's limit, so that a flood on one route leaves the others their share.
 */
export function createGate(scope: Scope): void {
  const { stack, names, settings } = scope;
  // Below /aws/vendedlogs/ the gateway needs no entry in the account's log policy, which has little room.
  const logGroup = new CfnLogGroup(stack, "ApiLogs", {
    logGroupName: `/aws/vendedlogs/${names.prefix}-api`,
    retentionInDays: settings.logRetentionDays,
  });
  const limit = (audience: keyof typeof settings.throttling) => ({
    ThrottlingRateLimit: settings.throttling[audience].rate,
    ThrottlingBurstLimit: settings.throttling[audience].burst,
  });
  new CfnStage(stack, "ApiStage", {
    apiId: published(scope, "api-id"),
    stageName: API_STAGE,
    autoDeploy: true,
    defaultRouteSettings: {
      throttlingRateLimit: settings.throttling.public.rate,
      throttlingBurstLimit: settings.throttling.public.burst,
    },
    routeSettings: Object.fromEntries([
      ...Object.values<Endpoint>(ENDPOINTS).map(({ method, path, audience }) => [
        `${method} ${path}`,
        limit(audience),
      ]),
      ...Object.values(WARMED)
        .flatMap((page) => Object.values<string>(page))
        .map((path) => [`OPTIONS ${path}`, limit("start")]),
    ]),
    accessLogSettings: { destinationArn: logGroup.attrArn, format: JSON.stringify(ACCESS_LOG_FIELDS) },
  });
}
