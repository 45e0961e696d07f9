import { Aws, CfnOutput } from "aws-cdk-lib";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { CfnIPSet, CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { BRAND } from "#shared/brand.ts";
import { stripeWebhook } from "#shared/stripeEvents/stripe.ts";
import { API_STAGE } from "./gate.ts";
import { FIREWALL_REGION } from "./names.ts";
import type { Scope } from "./scope.ts";

type Rate = {
  readonly id: string;
  /** Prefixes of paths, decoded and in lower case. Their requests count together. */
  readonly paths: readonly [string, ...string[]];
  /** Maximum number of requests from one IP address in five minutes. */
  readonly requests: number;
};

/**
 * Rate limits, narrowest first. Each costs a dollar a month, so each must stop something that nothing else stops.
 * docs/decisions/what-does-the-firewall-refuse.md says which rules we left out and what replaces them.
 */
export const RATES: readonly Rate[] = [
  {
    // These calls can open a session at Stripe, mail a code, create a key or write to the log. The functions limit each
    // account, but one IP address can have many accounts, and all customers share Stripe's limit.
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
    // Each click writes rows and counts for an affiliate. A click needs no sign-in, and no function limits clicks. This
    // is the viewer's path: CloudFront adds the API's stage after the firewall.
    id: "referrals",
    paths: ["/r/"],
    requests: 300,
  },
  {
    // The gateway limits each route for all callers together. Without this rule, one IP address could use up a route's
    // limit.
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

/**
 * The addresses that Stripe sends events from: https://stripe.com/files/ips/ips_webhooks.txt, as of May 2026. Stripe
 * announces changes seven days ahead (docs.stripe.com/ips). An address that is missing here is limited like any other.
 */
const STRIPES_ADDRESSES =
  "3.18.12.63 3.69.109.8 3.120.168.93 3.130.192.231 13.235.14.237 13.235.122.149 18.211.135.69 35.154.171.200 " +
  "35.157.207.129 52.15.183.38 54.88.130.119 54.88.130.237 54.187.174.169 54.187.205.235 54.187.216.72";

const WEBHOOK = `/${API_STAGE}${stripeWebhook.path}`;

const FIVE_MINUTES = 300;

/** The web ACL in front of CloudFront. A refused request never reaches the site or the API. */
export function createFirewall(scope: Scope): void {
  const { stack, names } = scope;
  const stripe = new CfnIPSet(stack, "StripesAddresses", {
    name: `${names.prefix}-stripe`,
    scope: "CLOUDFRONT",
    ipAddressVersion: "IPV4",
    addresses: STRIPES_ADDRESSES.split(" ").map((address) => `${address}/32`),
  });
  const acl = new CfnWebACL(stack, "Firewall", {
    name: names.prefix,
    description: `Before the site and the API of ${BRAND.name}`,
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: visible(names.prefix),
    rules: [reputationRule(), ...RATES.map((rate, index) => rateRule(rate, index, stripe))],
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
        // Exempts Stripe's events, because their signature proves their origin.
        scopeDownStatement: {
          notStatement: { statement: hasPath("STARTS_WITH", WEBHOOK) },
        },
      },
    },
  };
}

function rateRule({ id, paths, requests }: Rate, index: number, stripe: CfnIPSet): CfnWebACL.RuleProperty {
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
        scopeDownStatement: paths.some((path) => WEBHOOK.startsWith(path))
          ? andNotFrom(stripe, startsWithOneOf(paths))
          : startsWithOneOf(paths),
      },
    },
  };
}

/** Stripe sends all events from few addresses, so ten purchases a second would exceed a limit per address. */
function andNotFrom(stripe: CfnIPSet, statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty {
  const events = [hasPath("EXACTLY", WEBHOOK), { ipSetReferenceStatement: { arn: stripe.attrArn } }];
  return {
    andStatement: {
      statements: [statement, { notStatement: { statement: { andStatement: { statements: events } } } }],
    },
  };
}

/** An `or` needs at least two statements. */
function startsWithOneOf([first, ...others]: Rate["paths"]): CfnWebACL.StatementProperty {
  const startsWith = (path: string) => hasPath("STARTS_WITH", path);
  if (others.length === 0) return startsWith(first);
  return { orStatement: { statements: [first, ...others].map(startsWith) } };
}

/** Normalizes the path like the gateway: `/%62ackend/` and `/backend/./` are `/backend/`. */
function hasPath(how: "STARTS_WITH" | "EXACTLY", path: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: how,
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
