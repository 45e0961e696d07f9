import * as z from "zod/mini";
import { type Place, TemplateError } from "./errors.ts";
import type { PolicyStatement } from "./model.ts";
import { check, oneOrMany, read } from "./properties.ts";
import type { Resolver, Resource } from "./resolver.ts";

const conditionValues = z.union([
  oneOrMany,
  z.pipe(
    z.union([z.boolean(), z.number()]),
    z.transform((value: boolean | number) => [String(value)]),
  ),
]);

const Statement = z.object({
  Effect: z.enum(["Allow", "Deny"]),
  Action: z.optional(oneOrMany),
  Resource: z.optional(oneOrMany),
  NotAction: z.optional(z.unknown()),
  NotResource: z.optional(z.unknown()),
  Condition: z._default(z.record(z.string(), z.record(z.string(), conditionValues)), {}),
});

const Document = z.object({
  Statement: z.union([
    z.array(Statement),
    z.pipe(
      Statement,
      z.transform((one: z.output<typeof Statement>) => [one]),
    ),
  ]),
});

/** Amazon's policies for logs and traces. Neither needs a permission here. */
const LOGGING_POLICIES = ["AWSLambdaBasicExecutionRole", "AWSXRayDaemonWriteAccess"];

export function readPolicies(resolver: Resolver): Map<string, PolicyStatement[]> {
  const byRole = new Map<string, PolicyStatement[]>();
  const nameToArn = new Map<string, string>();
  for (const role of resolver.ofType("AWS::IAM::Role")) {
    const arn = role.identity.attributes.Arn ?? "";
    nameToArn.set(role.identity.ref, arn);
    byRole.set(arn, inlineStatements(role));
  }
  for (const policy of resolver.ofType("AWS::IAM::Policy", "AWS::IAM::ManagedPolicy")) {
    const { Roles, PolicyDocument } = read(policy, {
      Roles: z._default(z.array(z.string()), []),
      PolicyDocument: z.unknown(),
    });
    const statements = statementsOf(PolicyDocument, policy.place("PolicyDocument"));
    for (const role of Roles) {
      const arn = nameToArn.get(role);
      if (arn === undefined) throw new TemplateError(policy.place("Roles"), `there is no role ${role}`);
      byRole.get(arn)?.push(...statements);
    }
  }
  return byRole;
}

function inlineStatements(role: Resource): PolicyStatement[] {
  const { Policies, ManagedPolicyArns } = read(role, {
    Policies: z._default(z.array(z.object({ PolicyDocument: z.unknown() })), []),
    ManagedPolicyArns: z._default(z.array(z.string()), []),
  });
  const strange = ManagedPolicyArns.find(
    (arn) => arn.includes(":iam::aws:") && !LOGGING_POLICIES.some((name) => arn.endsWith(`/${name}`)),
  );
  if (strange !== undefined) {
    throw new TemplateError(role.place("ManagedPolicyArns"), `the permissions of ${strange} are unknown`);
  }
  return Policies.flatMap((policy, index) =>
    statementsOf(policy.PolicyDocument, role.place(`Policies.${index}.PolicyDocument`)),
  );
}

function statementsOf(document: unknown, place: Place): PolicyStatement[] {
  return check(Document, document, place).Statement.map((statement) => {
    if (statement.NotAction !== undefined || statement.NotResource !== undefined) {
      throw new TemplateError(
        place,
        "NotAction and NotResource allow more than intended; list the needed actions and resources",
      );
    }
    return {
      effect: statement.Effect,
      actions: statement.Action ?? [],
      resources: statement.Resource ?? [],
      conditions: statement.Condition,
    };
  });
}
