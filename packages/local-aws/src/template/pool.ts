import * as z from "zod/mini";
import { TemplateError } from "./errors.ts";
import type { PoolModel } from "./model.ts";
import { readPoolFirewall } from "./poolFirewall.ts";
import { read } from "./properties.ts";
import type { Resolver, Resource } from "./resolver.ts";

const CLIENT = "AWS::Cognito::UserPoolClient";
const GROUP = "AWS::Cognito::UserPoolGroup";

export function readPools(resolver: Resolver, callers: Map<string, Set<string>>): PoolModel[] {
  return resolver.ofType("AWS::Cognito::UserPool").map((pool) => readPool(resolver, pool, callers));
}

function readPool(resolver: Resolver, pool: Resource, callers: Map<string, Set<string>>): PoolModel {
  const id = pool.identity.ref;
  const of = (type: string) => resolver.ofType(type).filter((one) => one.property("UserPoolId") === id);
  const client = theOnly(of(CLIENT), `clients of the user pool ${pool.logicalId}`);
  const { LambdaConfig, UserPoolName } = read(pool, {
    LambdaConfig: z._default(z.record(z.string(), z.unknown()), {}),
    UserPoolName: z.optional(z.string()),
  });
  const triggers = Object.entries(LambdaConfig).map(([trigger, given]) => {
    const place = pool.place(`LambdaConfig.${trigger}`);
    const arn = Versioned.safeParse(given).data?.LambdaArn ?? given;
    if (typeof arn !== "string") throw new TemplateError(place, "is not a plain function ARN");
    if (!callers.get(arn)?.has("cognito-idp.amazonaws.com")) {
      throw new TemplateError(place, `Cognito may not call ${arn}: it has no AWS::Lambda::Permission`);
    }
    return [trigger, arn] as const;
  });
  return {
    logicalId: pool.logicalId,
    name: UserPoolName ?? pool.logicalId,
    id,
    arn: pool.identity.attributes.Arn ?? "",
    issuer: pool.identity.attributes.ProviderURL ?? "",
    properties: allProperties(pool),
    client: { logicalId: client.logicalId, id: client.identity.ref, properties: allProperties(client) },
    groups: of(GROUP).map((group) => group.identity.ref),
    triggers: Object.fromEntries(triggers),
    firewall: readPoolFirewall(resolver, pool.identity.attributes.Arn ?? ""),
  };
}

/** A trigger with a version (`PreTokenGenerationConfig`). */
const Versioned = z.object({ LambdaArn: z.string() });

function allProperties(resource: Resource): Record<string, unknown> {
  const names = Object.keys(resource.stack.template.Resources[resource.logicalId]?.Properties ?? {});
  return Object.fromEntries(names.map((name) => [name, resource.property(name)]));
}

function theOnly(resources: Resource[], what: string): Resource {
  const [first] = resources;
  if (first !== undefined && resources.length === 1) return first;
  throw new Error(`The template has ${resources.length} ${what}; the local stack runs exactly one`);
}
