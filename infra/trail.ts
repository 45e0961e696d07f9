import { CfnTrail } from "aws-cdk-lib/aws-cloudtrail";
import type { Scope } from "./scope.ts";

/**
 * Records the management calls of the account's AWS API, but not reads and writes of data. EventBridge sees only calls
 * that a trail records. An account's first trail is free.
 */
export function createTrail({ stack, names }: Scope): void {
  new CfnTrail(stack, "Trail", {
    trailName: names.prefix,
    s3BucketName: names.bucket("trail"),
    isLogging: true,
    // IAM, CloudFront and the firewall record their calls in us-east-1.
    isMultiRegionTrail: true,
    includeGlobalServiceEvents: true,
    enableLogFileValidation: true,
  });
}
