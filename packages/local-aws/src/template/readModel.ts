import * as z from "zod/mini";
import { readApi } from "./api.ts";
import { readAssembly, type SynthesizedStack } from "./assembly.ts";
import { readDistribution } from "./distribution.ts";
import { TemplateError } from "./errors.ts";
import { readMappings, readQueues, readSchedules } from "./events.ts";
import { readFunctions, readPermissions } from "./functions.ts";
import { readMailEvents } from "./mailEvents.ts";
import type { SecretModel, StackModel } from "./model.ts";
import { readPolicies } from "./policies.ts";
import { readPools } from "./pool.ts";
import { read } from "./properties.ts";
import { createResolver, type Resolver, type ResolverOptions } from "./resolver.ts";
import { readTables } from "./tables.ts";

export type ReadOptions = ResolverOptions & {
  directory: string;
};

/** Reads a synthesized app. @throws TemplateError for a part that the local stack cannot run */
export function readModel(options: ReadOptions): StackModel {
  return modelOf(readAssembly(options.directory), options);
}

export function modelOf(stacks: SynthesizedStack[], options: Omit<ReadOptions, "directory">): StackModel {
  const [first] = stacks;
  if (first === undefined) throw new Error("The synthesized app has no stack");
  const resolver = createResolver(stacks, options);
  const functions = readFunctions(resolver, readPolicies(resolver));
  const callers = readPermissions(resolver, functions);
  return {
    region: first.region,
    accountId: first.accountId,
    tables: readTables(resolver),
    functions,
    queues: readQueues(resolver),
    mappings: readMappings(resolver, functions),
    schedules: readSchedules(resolver),
    mailEvents: readMailEvents(resolver),
    secrets: readSecrets(resolver),
    api: readApi(resolver, callers),
    distribution: readDistribution(resolver),
    pools: readPools(resolver, callers),
  };
}

function readSecrets(resolver: Resolver): SecretModel[] {
  return resolver.ofType("AWS::SecretsManager::Secret").map((resource) => {
    const { Name } = read(resource, { Name: z.optional(z.string()) });
    if (Name === undefined) {
      throw new TemplateError(
        resource.place("Name"),
        "a secret needs a fixed name, because programs find it by name",
      );
    }
    return { logicalId: resource.logicalId, name: Name, arn: resource.identity.ref };
  });
}
