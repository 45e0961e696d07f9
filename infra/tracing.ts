import { Aws } from "aws-cdk-lib";
import { CfnManagedPolicy, type CfnRole } from "aws-cdk-lib/aws-iam";
import { acknowledgeTracing } from "./checks.ts";
import type { Scope } from "./scope.ts";

const POLICY = "TracePolicy";

/** One policy for all functions keeps the wildcard in one place. */
export function createTracing({ stack, names }: Scope): void {
  const policy = new CfnManagedPolicy(stack, POLICY, {
    managedPolicyName: names.tracePolicy,
    description: "Lets functions hand in their traces",
    policyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Sid: "Trace",
          Effect: "Allow",
          Action: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"],
          Resource: "*",
        },
      ],
    },
  });
  acknowledgeTracing(policy);
}

/** Attaches the policy by name, because it may be in another stack. In the same stack, the role waits for it. */
export function allowTracing({ stack, names }: Scope, role: CfnRole): void {
  role.managedPolicyArns = [`arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:policy/${names.tracePolicy}`];
  const policy = stack.node.tryFindChild(POLICY);
  if (policy instanceof CfnManagedPolicy) role.addResourceDependency(policy);
}
