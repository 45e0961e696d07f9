import { Aws, CfnOutput, RemovalPolicy } from "aws-cdk-lib";
import { CfnBucket, CfnBucketPolicy } from "aws-cdk-lib/aws-s3";
import { arn, type BucketPurpose, type Names } from "./names.ts";
import type { Scope } from "./scope.ts";

const OLD_VERSIONS_DAYS = 30;
/** Logs contain visitors' IP addresses, so we keep them only as long as an investigation needs. */
export const LOG_DAYS = 90;
/** An intruder may be noticed months later. */
export const TRAIL_DAYS = 365;
export const DELETED_TRAIL_DAYS = 90;

export function createBuckets(scope: Scope): void {
  const { stack, settings } = scope;
  const logs = createLogBucket(scope);
  const site = createContentBucket(scope, logs, "SiteBucket", "site", [oldVersions(OLD_VERSIONS_DAYS)]);
  // Keeps all versions, because a customer may ask for last year's installer.
  const downloads = createContentBucket(scope, logs, "DownloadsBucket", "downloads", []);
  const trail = settings.alarms ? [createTrailBucket(scope, logs)] : [];
  for (const bucket of [logs, site, downloads, ...trail]) bucket.applyRemovalPolicy(RemovalPolicy.RETAIN);
  new CfnOutput(stack, "SiteBucketName", { value: site.ref });
  new CfnOutput(stack, "DownloadsBucketName", { value: downloads.ref });
}

function createContentBucket(
  scope: Scope,
  logs: CfnBucket,
  id: string,
  purpose: BucketPurpose,
  rules: CfnBucket.RuleProperty[],
): CfnBucket {
  return createVersionedBucket(scope, logs, id, purpose, rules, ({ attrArn }) => [
    readableByCloudFront("Read", "s3:GetObject", `${attrArn}/*`),
    // Without this permission, S3 answers 403 for a missing file.
    readableByCloudFront("SayWhatIsMissing", "s3:ListBucket", attrArn),
  ]);
}

/** The trail has its own bucket: only CloudTrail may write to it, and deleted files stay as versions. */
function createTrailBucket(scope: Scope, logs: CfnBucket): CfnBucket {
  const rules: CfnBucket.RuleProperty[] = [
    { id: "expire", status: "Enabled", expirationInDays: TRAIL_DAYS },
    oldVersions(DELETED_TRAIL_DAYS),
  ];
  return createVersionedBucket(scope, logs, "TrailBucket", "trail", rules, (bucket) =>
    writableByTrail(bucket, scope.names),
  );
}

function createVersionedBucket(
  { stack, names }: Scope,
  logs: CfnBucket,
  id: string,
  purpose: BucketPurpose,
  rules: CfnBucket.RuleProperty[],
  statements: (bucket: CfnBucket) => object[],
): CfnBucket {
  const bucket = new CfnBucket(stack, id, {
    ...closed(names, purpose),
    ownershipControls: { rules: [{ objectOwnership: "BucketOwnerEnforced" }] },
    versioningConfiguration: { status: "Enabled" },
    loggingConfiguration: { destinationBucketName: logs.ref, logFilePrefix: `${purpose}/` },
    lifecycleConfiguration: { rules: [...rules, UNFINISHED_UPLOADS] },
  });
  new CfnBucketPolicy(stack, `${id}Policy`, {
    bucket: bucket.ref,
    policyDocument: { Version: "2012-10-17", Statement: [...statements(bucket), tlsOnly(bucket)] },
  });
  return bucket;
}

const oldVersions = (noncurrentDays: number): CfnBucket.RuleProperty => ({
  id: "old-versions",
  status: "Enabled",
  noncurrentVersionExpiration: { noncurrentDays },
});

/** CloudFront writes its logs with an access control list, which the other buckets disable. */
function createLogBucket({ stack, names }: Scope): CfnBucket {
  const bucket = new CfnBucket(stack, "LogBucket", {
    ...closed(names, "logs"),
    ownershipControls: { rules: [{ objectOwnership: "BucketOwnerPreferred" }] },
    lifecycleConfiguration: {
      rules: [{ id: "expire", status: "Enabled", expirationInDays: LOG_DAYS }, UNFINISHED_UPLOADS],
    },
  });
  new CfnBucketPolicy(stack, "LogBucketPolicy", {
    bucket: bucket.ref,
    policyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Sid: "BucketLogs",
          Effect: "Allow",
          Principal: { Service: "logging.s3.amazonaws.com" },
          Action: "s3:PutObject",
          Resource: `${bucket.attrArn}/*`,
          Condition: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
        },
        tlsOnly(bucket),
      ],
    },
  });
  return bucket;
}

/** CloudTrail checks the bucket's owner before it writes. */
function writableByTrail(bucket: CfnBucket, names: Names) {
  const trail = { "aws:SourceArn": arn("cloudtrail", `trail/${names.prefix}`) };
  const allows = { Effect: "Allow", Principal: { Service: "cloudtrail.amazonaws.com" } };
  return [
    {
      ...allows,
      Sid: "TrailLooks",
      Action: "s3:GetBucketAcl",
      Resource: bucket.attrArn,
      Condition: { StringEquals: trail },
    },
    {
      ...allows,
      Sid: "TrailWrites",
      Action: "s3:PutObject",
      Resource: `${bucket.attrArn}/AWSLogs/${Aws.ACCOUNT_ID}/*`,
      Condition: { StringEquals: { ...trail, "s3:x-amz-acl": "bucket-owner-full-control" } },
    },
  ];
}

const UNFINISHED_UPLOADS: CfnBucket.RuleProperty = {
  id: "unfinished-uploads",
  status: "Enabled",
  abortIncompleteMultipartUpload: { daysAfterInitiation: 7 },
};

/** Encrypts with S3's own key: a KMS key's policy would have to name the distribution. */
function closed(names: Names, purpose: BucketPurpose) {
  return {
    bucketName: names.bucket(purpose),
    bucketEncryption: {
      serverSideEncryptionConfiguration: [{ serverSideEncryptionByDefault: { sseAlgorithm: "AES256" } }],
    },
    publicAccessBlockConfiguration: {
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    },
  };
}

/**
 * Allows any distribution of this account, because ours is created after the bucket. The content is public; the policy
 * only keeps other accounts from serving it as theirs.
 */
function readableByCloudFront(sid: string, action: string, resource: string) {
  return {
    Sid: sid,
    Effect: "Allow",
    Principal: { Service: "cloudfront.amazonaws.com" },
    Action: action,
    Resource: resource,
    Condition: {
      ArnLike: { "aws:SourceArn": `arn:${Aws.PARTITION}:cloudfront::${Aws.ACCOUNT_ID}:distribution/*` },
    },
  };
}

function tlsOnly(bucket: CfnBucket) {
  return {
    Sid: "TlsOnly",
    Effect: "Deny",
    Principal: "*",
    Action: "s3:*",
    Resource: [bucket.attrArn, `${bucket.attrArn}/*`],
    Condition: { Bool: { "aws:SecureTransport": "false" } },
  };
}
