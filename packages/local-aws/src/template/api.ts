import * as z from "zod/mini";
import { TemplateError } from "./errors.ts";
import type { ApiModel } from "./model.ts";
import { read } from "./properties.ts";
import type { Resolver } from "./resolver.ts";

export function readApi(resolver: Resolver, callers: Map<string, Set<string>>): ApiModel | null {
  const stages = resolver.ofType("AWS::ApiGatewayV2::Stage");
  const [stage] = stages;
  if (stage === undefined) return null;
  if (stages.length > 1) {
    throw new Error(`The template has ${stages.length} stages of HTTP APIs; the local stack serves one`);
  }
  const authorizers = new Map(
    resolver.ofType("AWS::ApiGatewayV2::Authorizer").map((resource) => {
      const { JwtConfiguration } = read(resource, {
        AuthorizerType: z.literal("JWT"),
        JwtConfiguration: z.object({ Issuer: z.string(), Audience: z.array(z.string()) }),
      });
      const authorizer = { issuer: JwtConfiguration.Issuer, audience: JwtConfiguration.Audience };
      return [resource.identity.ref, authorizer];
    }),
  );
  const integrations = new Map(
    resolver.ofType("AWS::ApiGatewayV2::Integration").map((resource) => {
      const { IntegrationUri } = read(resource, {
        IntegrationType: z.literal("AWS_PROXY"),
        IntegrationUri: z.string(),
        PayloadFormatVersion: z.literal("2.0"),
      });
      return [resource.identity.ref, functionArn(IntegrationUri)];
    }),
  );
  const routes = resolver.ofType("AWS::ApiGatewayV2::Route").map((resource) => {
    const route = read(resource, {
      RouteKey: z.string(),
      Target: z.string(),
      AuthorizationType: z._default(z.enum(["NONE", "JWT"]), "NONE"),
      AuthorizerId: z.optional(z.string()),
    });
    const target = integrations.get(route.Target.replace(/^integrations\//, ""));
    if (target === undefined)
      throw new TemplateError(resource.place("Target"), `${route.Target} does not exist`);
    if (!callers.get(target)?.has("apigateway.amazonaws.com")) {
      throw new TemplateError(
        resource.place("Target"),
        `API Gateway may not call ${target}: it has no AWS::Lambda::Permission for apigateway.amazonaws.com`,
      );
    }
    const authorizer = authorizers.get(route.AuthorizerId ?? "") ?? null;
    if (route.AuthorizationType === "JWT" && authorizer === null) {
      throw new TemplateError(resource.place("AuthorizerId"), `${route.AuthorizerId} does not exist`);
    }
    return {
      routeKey: route.RouteKey,
      functionArn: target,
      authorizer: route.AuthorizationType === "JWT" ? authorizer : null,
    };
  });
  const { ApiId, StageName } = read(stage, { ApiId: z.string(), StageName: z.string() });
  const names = resolver
    .ofType("AWS::ApiGatewayV2::Api")
    .map((api) => read(api, { Name: z._default(z.string(), "") }).Name);
  return { id: ApiId, name: names[0] ?? "", stageName: StageName, routes };
}

/** An integration's URI is the function's ARN, or an invocation path that contains the ARN. */
function functionArn(uri: string): string {
  return /functions\/(arn:[^/]+)\/invocations$/.exec(uri)?.[1] ?? uri;
}
