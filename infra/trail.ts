import { CfnTrail } from "aws-cdk-lib/aws-cloudtrail";
import type { Scope } from "./scope.ts";

/** The folder of its files in the logs bucket. */
export const TRAIL_PREFIX = "trail";

/**
 * Records each call of the account's AWS API. EventBridge sees only what a trail records. An account's first trail is
 * free, and its files are in the bucket of the other logs.
 */
export function createTrail({ stack, names }: Scope): void {
  new CfnTrail(stack, "Trail", {
    trailName: names.prefix,
    s3BucketName: names.bucket("logs"),
    s3KeyPrefix: TRAIL_PREFIX,
    isLogging: true,
    // IAM, CloudFront and the firewall are recorded in us-east-1.
    isMultiRegionTrail: true,
    includeGlobalServiceEvents: true,
    enableLogFileValidation: true,
  });
}
