import { Aws, CfnOutput, RemovalPolicy } from "aws-cdk-lib";
import { CfnBucket, CfnBucketPolicy } from "aws-cdk-lib/aws-s3";
import { arn, type BucketPurpose, type Names } from "./names.ts";
import type { Scope } from "./scope.ts";
import { TRAIL_PREFIX } from "./trail.ts";

const OLD_VERSIONS_DAYS = 30;
/** Addresses of visitors are in these logs: long enough to look into an incident, no longer. */
const LOG_DAYS = 90;

export function createBuckets(scope: Scope): void {
  const { stack } = scope;
  const logs = createLogBucket(scope);
  const site = createContentBucket(scope, logs, "SiteBucket", "site", [
    {
      id: "old-versions",
      status: "Enabled",
      noncurrentVersionExpiration: { noncurrentDays: OLD_VERSIONS_DAYS },
    },
  ]);
  // Installers keep all their versions: a customer may ask for last year's.
  const downloads = createContentBucket(scope, logs, "DownloadsBucket", "downloads", []);
  for (const bucket of [logs, site, downloads]) bucket.applyRemovalPolicy(RemovalPolicy.RETAIN);
  new CfnOutput(stack, "SiteBucketName", { value: site.ref });
  new CfnOutput(stack, "DownloadsBucketName", { value: downloads.ref });
}

function createContentBucket(
  { stack, names }: Scope,
  logs: CfnBucket,
  id: string,
  purpose: BucketPurpose,
  rules: CfnBucket.RuleProperty[],
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
    policyDocument: {
      Version: "2012-10-17",
      Statement: [
        readableByCloudFront("Read", "s3:GetObject", `${bucket.attrArn}/*`),
        // Without it S3 answers 403 to a file that is not there.
        readableByCloudFront("SayWhatIsMissing", "s3:ListBucket", bucket.attrArn),
        tlsOnly(bucket),
      ],
    },
  });
  return bucket;
}

/** CloudFront still writes its logs by an access control list, which other buckets do without. */
function createLogBucket({ stack, names, settings }: Scope): CfnBucket {
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
        ...(settings.alarms ? writableByTrail(bucket, names) : []),
        tlsOnly(bucket),
      ],
    },
  });
  return bucket;
}

/** CloudTrail looks who owns the bucket before it writes. */
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
      Resource: `${bucket.attrArn}/${TRAIL_PREFIX}/AWSLogs/${Aws.ACCOUNT_ID}/*`,
      Condition: { StringEquals: { ...trail, "s3:x-amz-acl": "bucket-owner-full-control" } },
    },
  ];
}

const UNFINISHED_UPLOADS: CfnBucket.RuleProperty = {
  id: "unfinished-uploads",
  status: "Enabled",
  abortIncompleteMultipartUpload: { daysAfterInitiation: 7 },
};

/** With a KMS key instead of S3's own, the key's policy would have to name the distribution. */
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
 * Any distribution of this account, since the one that reads is made after the bucket. What lies here is
 * public anyway; the policy keeps others from serving it as theirs.
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
