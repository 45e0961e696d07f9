import * as z from "zod/mini";
import { TemplateError } from "./errors.ts";
import type { FunctionModel, PolicyStatement } from "./model.ts";
import { read } from "./properties.ts";
import type { Resolver, Resource } from "./resolver.ts";

const SHAPE = {
  Code: z.object({ S3Key: z.optional(z.string()) }),
  Handler: z.string(),
  Runtime: z.string(),
  Role: z.string(),
  Environment: z._default(z.object({ Variables: z._default(z.record(z.string(), z.coerce.string()), {}) }), {
    Variables: {},
  }),
  Timeout: z._default(z.number(), 3),
  MemorySize: z._default(z.number(), 128),
  ReservedConcurrentExecutions: z.optional(z.number()),
  DeadLetterConfig: z.optional(z.object({ TargetArn: z.string() })),
};

/** Amazon refuses a deployment above this: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const ENVIRONMENT_LIMIT_BYTES = 4096;

export function readFunctions(resolver: Resolver, policies: Map<string, PolicyStatement[]>): FunctionModel[] {
  const functions = resolver.ofType("AWS::Lambda::Function").map((resource): FunctionModel => {
    const properties = read(resource, SHAPE);
    if (!properties.Runtime.startsWith("nodejs")) {
      throw new TemplateError(resource.place("Runtime"), `${properties.Runtime} does not run here`);
    }
    const environment = properties.Environment.Variables;
    const bytes = Buffer.byteLength(JSON.stringify(environment));
    if (bytes > ENVIRONMENT_LIMIT_BYTES) {
      throw new TemplateError(resource.place("Environment"), `is ${bytes} bytes, and Lambda allows 4096`);
    }
    const id = environment.FUNCTION_ID ?? resource.identity.ref;
    return {
      logicalId: resource.logicalId,
      id,
      name: resource.identity.ref,
      arn: resource.identity.attributes.Arn ?? "",
      codeDir: codeDirectory(resource, properties.Code.S3Key),
      handler: properties.Handler,
      environment,
      timeoutSeconds: properties.Timeout,
      memoryMb: properties.MemorySize,
      reservedConcurrency: properties.ReservedConcurrentExecutions ?? null,
      deadLetterArn: properties.DeadLetterConfig?.TargetArn ?? null,
      statements: policies.get(properties.Role) ?? [],
    };
  });
  const twice = functions.find((one, index) => functions.findIndex((other) => other.id === one.id) !== index);
  if (twice !== undefined)
    throw new Error(`Two functions of the template are called ${twice.id}, by FUNCTION_ID or by name`);
  return functions;
}

function codeDirectory(resource: Resource, key: string | undefined): string {
  const hash = key?.replace(/^.*\//, "").replace(/\.zip$/, "") ?? "";
  const directory = resource.stack.assets.get(hash);
  if (directory === undefined) throw new TemplateError(resource.place("Code"), "is not an asset of the app");
  return directory;
}

export function readPermissions(resolver: Resolver, functions: FunctionModel[]): Map<string, Set<string>> {
  const callers = new Map<string, Set<string>>();
  for (const permission of resolver.ofType("AWS::Lambda::Permission")) {
    const { FunctionName, Principal } = read(permission, { FunctionName: z.string(), Principal: z.string() });
    const target = functions.find((one) => one.arn === FunctionName || one.name === FunctionName);
    if (target === undefined) {
      throw new TemplateError(permission.place("FunctionName"), `there is no function ${FunctionName}`);
    }
    callers.set(target.arn, new Set([...(callers.get(target.arn) ?? []), Principal]));
  }
  return callers;
}
