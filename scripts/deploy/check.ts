import { BRAND } from "#shared/brand.ts";
import type { Aws } from "../aws/aws.ts";
import type { Deployment } from "./deployment.ts";

export const FIREWALL_REGION = "us-east-1";
const BOOTSTRAPPED = "/cdk-bootstrap/hnb659fds/version";
/** An established account's quota. A new account may have 10, which a few browsers exhaust. */
const USUAL_CONCURRENCY = 1000;
const MIN_CONCURRENCY = 100;

/**
 * Regions where CloudFront cannot write access logs to buckets. The stack `site` creates its log bucket in the stage's
 * region. Source: "Choosing an Amazon S3 bucket for your standard logs" in CloudFront's guide, and the runbook
 * AWSConfigRemediation-EnableCloudFrontAccessLogs.
 */
const WITHOUT_LOGS = [
  "af-south-1",
  "ap-east-1",
  "ap-south-2",
  "ap-southeast-3",
  "ap-southeast-4",
  "ca-west-1",
  "eu-central-2",
  "eu-south-1",
  "eu-south-2",
  "il-central-1",
  "me-central-1",
  "me-south-1",
];

/** `stop`: the deployment would fail. `note`: it succeeds, but something is missing. */
export type Finding = { readonly kind: "stop" | "note"; readonly sentence: string };

const stop = (sentence: string): Finding => ({ kind: "stop", sentence });
const note = (sentence: string): Finding => ({ kind: "note", sentence });

/** Finds what the account lacks for a first deployment, with instructions. Changes nothing. */
export async function findObstacles(aws: Aws, deployment: Deployment): Promise<Finding[]> {
  const findings = await Promise.all([
    logs(aws),
    bootstrap(aws),
    cloudFront(aws),
    concurrency(aws),
    mail(aws, deployment.stage),
  ]);
  return findings.flat();
}

/** The CDK needs its own resources in the stage's region and in the firewall's. */
export async function bootstrap(aws: Aws): Promise<Finding[]> {
  const regions = [...new Set([aws.region, FIREWALL_REGION])];
  const versions = await Promise.all(regions.map((region) => aws.parameter(BOOTSTRAPPED, region)));
  return regions.flatMap((region, index) =>
    versions[index] === undefined
      ? [
          stop(
            `The CDK's own resources are missing in ${region}. Run: npx cdk bootstrap aws://${aws.account}/${region}`,
          ),
        ]
      : [],
  );
}

function logs({ region }: Aws): Finding[] {
  return WITHOUT_LOGS.includes(region)
    ? [
        stop(
          `CloudFront delivers no logs to buckets in ${region}. Choose another region: export AWS_REGION=eu-west-1`,
        ),
      ]
    : [];
}

async function cloudFront(aws: Aws): Promise<Finding[]> {
  const refusal = await aws.cloudFrontRefusal();
  if (refusal === undefined) return [];
  return [
    stop(
      `CloudFront refuses distributions of this account: "${refusal}" Open a case with AWS Support ` +
        "(https://console.aws.amazon.com/support/home#/case/create, Account and billing, it is free) with this message, and wait for the answer. It takes about a day.",
    ),
  ];
}

async function concurrency(aws: Aws): Promise<Finding[]> {
  const atOnce = await aws.functionsAtOnce();
  if (atOnce >= MIN_CONCURRENCY) return [];
  return [
    note(
      `Only ${atOnce} functions may run at once in ${aws.region}; an established account has ${USUAL_CONCURRENCY}. Customers would get ` +
        `errors as soon as a few of them use the shop at the same time. Request ${USUAL_CONCURRENCY}: Service Quotas, AWS Lambda, "Concurrent executions". It takes about a day. Then run ` +
        "npm run operate -- secrets:set once more: the next deployment keeps a share for Stripe's events and for leases.",
    ),
  ];
}

async function mail(aws: Aws, stage: string): Promise<Finding[]> {
  const domain = /@([^>\s]+)>?$/.exec(BRAND.mailFrom)?.[1] ?? BRAND.mailFrom;
  const { isOutOfSandbox, isVerified } = await aws.mailStatus(domain);
  const findings: Finding[] = [];
  // Cognito refuses a sender that SES does not know. In dev it uses its own sender.
  if (!isVerified)
    findings.push(
      (stage === "dev" ? note : stop)(
        `SES in ${aws.region} has not verified the domain ${domain} of mailFrom (shared/brand.ts). Create the identity (SES, Identities) and set the DNS records it shows.`,
      ),
    );
  if (!isOutOfSandbox)
    findings.push(
      note(
        `SES in ${aws.region} is in its sandbox: only verified addresses get mail. Request production access: SES, Account dashboard. It takes about a day.`,
      ),
    );
  return findings;
}
