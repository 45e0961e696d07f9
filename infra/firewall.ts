import { Aws, CfnOutput } from "aws-cdk-lib";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { BRAND } from "#shared/brand.ts";
import { stripeWebhook } from "#shared/stripeEvents/stripe.ts";
import { API_STAGE } from "./gate.ts";
import { FIREWALL_REGION } from "./names.ts";
import type { Scope } from "./scope.ts";

type Rate = {
  readonly id: string;
  /** Prefixes of paths, decoded and in lower case. Their requests count together. */
  readonly paths: readonly [string, ...string[]];
  /** Most requests of one IP address in five minutes. */
  readonly requests: number;
};

/**
 * Rate limits, narrowest first. Each costs a dollar a month, so each must stop something that nothing else does.
 * docs/decisions/what-does-the-firewall-refuse.md says which rules we left out and what replaces them.
 */
export const RATES: readonly Rate[] = [
  {
    // Each call opens a session at Stripe, mails a code, or creates a key. The functions limit each account, but one IP
    // address can have many accounts, and all customers share Stripe's limit.
    id: "costly",
    paths: [
      `/${API_STAGE}/stripe-checkout`,
      `/${API_STAGE}/api/account/`,
      `/${API_STAGE}/api/create-free-key`,
      `/${API_STAGE}/api/client-errors`,
    ],
    requests: 100,
  },
  {
    // Each click writes rows and counts for an affiliate. It needs no sign-in, and no function limits it. This is the
    // viewer's path: CloudFront adds the API's stage after the firewall.
    id: "referrals",
    paths: ["/r/"],
    requests: 300,
  },
  {
    // The gateway limits each route for all callers together. Without this rule, one IP address could use up a route.
    id: "api",
    paths: [`/${API_STAGE}/`],
    requests: 3000,
  },
  {
    // CloudFront serves the files without limits and bills every request and byte.
    id: "site",
    paths: ["/"],
    requests: 10_000,
  },
];

/** IP addresses that Amazon saw attack others. Stops attacks from many addresses that each stay below the limits. */
const REPUTATION = "AWSManagedRulesAmazonIpReputationList";

const FIVE_MINUTES = 300;

/** The web ACL in front of CloudFront. A refused request reaches neither the site nor the API. */
export function createFirewall(scope: Scope): void {
  const { stack, names } = scope;
  const acl = new CfnWebACL(stack, "Firewall", {
    name: names.prefix,
    description: `Before the site and the API of ${BRAND.name}`,
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: visible(names.prefix),
    rules: [reputationRule(), ...RATES.map(rateRule)],
  });
  logRefusals(scope, acl);
  new CfnOutput(stack, "FirewallArn", { value: acl.attrArn });
}

function reputationRule(): CfnWebACL.RuleProperty {
  return {
    name: REPUTATION,
    priority: 0,
    overrideAction: { none: {} },
    visibilityConfig: visible(REPUTATION),
    statement: {
      managedRuleGroupStatement: {
        vendorName: "AWS",
        name: REPUTATION,
        // Their signature proves Stripe's events.
        scopeDownStatement: {
          notStatement: { statement: startsWith(`/${API_STAGE}${stripeWebhook.path}`) },
        },
      },
    },
  };
}

function rateRule({ id, paths, requests }: Rate, index: number): CfnWebACL.RuleProperty {
  return {
    name: `rate-${id}`,
    priority: 1 + index,
    action: { block: { customResponse: { responseCode: 429 } } },
    visibilityConfig: visible(`rate-${id}`),
    statement: {
      rateBasedStatement: {
        aggregateKeyType: "IP",
        evaluationWindowSec: FIVE_MINUTES,
        limit: requests,
        scopeDownStatement: startsWithOneOf(paths),
      },
    },
  };
}

/** An `or` needs at least two statements. */
function startsWithOneOf([first, ...others]: Rate["paths"]): CfnWebACL.StatementProperty {
  if (others.length === 0) return startsWith(first);
  return { orStatement: { statements: [first, ...others].map(startsWith) } };
}

/** Normalizes the path like the gateway: `/%62ackend/` and `/backend/./` are `/backend/`. */
function startsWith(path: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: "STARTS_WITH",
      searchString: path,
      textTransformations: ["URL_DECODE", "NORMALIZE_PATH", "LOWERCASE"].map((type, priority) => ({
        priority,
        type,
      })),
    },
  };
}

function visible(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

/** Logs refused and counted requests, without fields that could contain a token or a key. */
function logRefusals({ stack, names, settings }: Scope, acl: CfnWebACL): void {
  const logGroup = new CfnLogGroup(stack, "FirewallLogs", {
    // The firewall requires this prefix.
    logGroupName: `aws-waf-logs-${names.prefix}`,
    retentionInDays: settings.logRetentionDays,
  });
  const logging = new CfnLoggingConfiguration(stack, "FirewallLogging", {
    resourceArn: acl.attrArn,
    logDestinationConfigs: [
      `arn:${Aws.PARTITION}:logs:${FIREWALL_REGION}:${Aws.ACCOUNT_ID}:log-group:${logGroup.logGroupName}`,
    ],
    redactedFields: [
      { singleHeader: { Name: "authorization" } },
      { singleHeader: { Name: "cookie" } },
      { singleHeader: { Name: "referer" } },
      { queryString: {} },
    ],
    loggingFilter: {
      DefaultBehavior: "DROP",
      Filters: [
        {
          Behavior: "KEEP",
          Requirement: "MEETS_ANY",
          Conditions: ["BLOCK", "COUNT"].map((Action) => ({ ActionCondition: { Action } })),
        },
      ],
    },
  });
  logging.addResourceDependency(logGroup);
}
