import { CfnManagedPolicy } from "aws-cdk-lib/aws-iam";
import { acknowledgeTracing } from "./checks.ts";
import type { Scope } from "./scope.ts";

/** One policy for all functions: X-Ray's actions know no resources, and so the wildcard stands in one place. */
export function createTracing({ stack, names }: Scope): void {
  const policy = new CfnManagedPolicy(stack, "TracePolicy", {
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
