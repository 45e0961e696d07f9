import * as z from "zod/mini";
import { TemplateError } from "./errors.ts";
import type { PoolModel } from "./model.ts";
import { readPoolFirewall } from "./poolFirewall.ts";
import { read } from "./properties.ts";
import type { Resolver, Resource } from "./resolver.ts";

export function readPool(resolver: Resolver, callers: Map<string, Set<string>>): PoolModel {
  const pool = theOnly(resolver.ofType("AWS::Cognito::UserPool"), "user pool");
  const client = theOnly(resolver.ofType("AWS::Cognito::UserPoolClient"), "user pool client");
  const { LambdaConfig, UserPoolName } = read(pool, {
    LambdaConfig: z._default(z.record(z.string(), z.unknown()), {}),
    UserPoolName: z.optional(z.string()),
  });
  const triggers = Object.entries(LambdaConfig).map(([trigger, arn]) => {
    const place = pool.place(`LambdaConfig.${trigger}`);
    if (typeof arn !== "string") throw new TemplateError(place, "is not a plain function ARN");
    if (!callers.get(arn)?.has("cognito-idp.amazonaws.com")) {
      throw new TemplateError(place, `Cognito may not call ${arn}: it has no AWS::Lambda::Permission`);
    }
    return [trigger, arn] as const;
  });
  return {
    logicalId: pool.logicalId,
    name: UserPoolName ?? pool.logicalId,
    id: pool.identity.ref,
    arn: pool.identity.attributes.Arn ?? "",
    issuer: pool.identity.attributes.ProviderURL ?? "",
    properties: allProperties(pool),
    client: { logicalId: client.logicalId, id: client.identity.ref, properties: allProperties(client) },
    groups: resolver.ofType("AWS::Cognito::UserPoolGroup").map((group) => group.identity.ref),
    triggers: Object.fromEntries(triggers),
    selfService: readPoolFirewall(resolver, pool.identity.attributes.Arn ?? ""),
  };
}

function allProperties(resource: Resource): Record<string, unknown> {
  const names = Object.keys(resource.stack.template.Resources[resource.logicalId]?.Properties ?? {});
  return Object.fromEntries(names.map((name) => [name, resource.property(name)]));
}

function theOnly(resources: Resource[], what: string): Resource {
  const [first] = resources;
  if (first !== undefined && resources.length === 1) return first;
  throw new Error(`The template has ${resources.length} of ${what}; the local stack runs exactly one`);
}
