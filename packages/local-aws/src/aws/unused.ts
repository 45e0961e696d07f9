import * as z from "zod/mini";
import { readAssembly } from "../template/assembly.ts";
import type { StackModel } from "../template/model.ts";
import { readModel } from "../template/readModel.ts";
import type { Usage } from "./usage.ts";
import { matches } from "./wildcard.ts";

export type UnusedGrant = { functionId: string; action: string; resource: string };

/** These permissions are not checked locally, so their use is unknown. */
const NOT_ASKED_HERE = ["logs", "xray", "cloudwatch", "events", "s3", "execute-api", "ec2"];

/** Granted but unused permissions, one row per action and resource. */
export function unusedGrants(model: StackModel, usage: Usage): UnusedGrant[] {
  return model.functions.flatMap((fn) => {
    const used = Object.entries(usage[fn.id] ?? {});
    const isUsed = (action: string, resource: string) =>
      used.some(
        ([usedAction, resources]) =>
          matches(action.toLowerCase(), usedAction.toLowerCase()) &&
          resources.some((one) => matches(resource, one)),
      );
    return fn.statements
      .filter((statement) => statement.effect === "Allow")
      .flatMap(({ actions, resources }) =>
        actions.flatMap((action) => resources.map((resource) => ({ functionId: fn.id, action, resource }))),
      )
      .filter(({ action }) => !NOT_ASKED_HERE.includes(action.split(":")[0] ?? ""))
      .filter(({ action, resource }) => !isUsed(action, resource));
  });
}

/** Permissions that a test run may leave unused, with the reason. `*` and `?` are wildcards, as in policies. */
export const Accepted = z.array(
  z.strictObject({
    functionId: z.string(),
    action: z.string(),
    resource: z.string(),
    reason: z.string().check(z.minLength(1)),
  }),
);
export type Accepted = z.infer<typeof Accepted>;

/** `left`: unused permissions that the list lacks. `stale`: listed permissions that are used or no longer granted. */
export function judge(unused: UnusedGrant[], accepted: Accepted): { left: UnusedGrant[]; stale: Accepted } {
  const covers = (one: Accepted[number], grant: UnusedGrant) =>
    matches(one.functionId, grant.functionId) &&
    matches(one.action, grant.action) &&
    matches(one.resource, grant.resource);
  return {
    left: unused.filter((grant) => !accepted.some((one) => covers(one, grant))),
    stale: accepted.filter((one) => !unused.some((grant) => covers(one, grant))),
  };
}

/**
 * Sets each parameter that no stack creates to `*`. A grant on a resource that the parameter names then covers
 * every resource.
 */
function parametersOfSetUp(directory: string): Readonly<Record<string, string>> {
  const made = readAssembly(directory).flatMap((stack) =>
    Object.values(stack.template.Resources)
      .filter((resource) => resource.Type === "AWS::SSM::Parameter")
      .map((resource) => resource.Properties.Name),
  );
  return new Proxy<Record<string, string>>({}, { get: (_, name) => (made.includes(name) ? undefined : "*") });
}

/** The model of an app that does not run, to check permissions. */
export function readModelAtRest(directory: string): StackModel {
  return readModel({
    directory,
    siteUrl: "http://localhost",
    awsEndpoint: "http://localhost",
    parameters: parametersOfSetUp(directory),
    secret: () => "any",
  });
}
