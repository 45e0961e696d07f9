import { Aws, CfnOutput } from "aws-cdk-lib";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { stripeWebhook } from "#shared/billing/stripe.ts";
import { BRAND } from "#shared/brand.ts";
import { API_STAGE } from "./gate.ts";
import type { Scope } from "./scope.ts";

/** Where AWS keeps what belongs to CloudFront, wherever the rest of a deployment is. */
export const FIREWALL_REGION = "us-east-1";

/** Most requests of one address in five minutes, by the start of the path. The narrowest comes first. */
export const RATES = [
  { id: "devices", path: `/${API_STAGE}/api/license/`, requests: 600 },
  { id: "checkout", path: `/${API_STAGE}/stripe-checkout`, requests: 60 },
  { id: "account", path: `/${API_STAGE}/api/account/`, requests: 100 },
  { id: "free-key", path: `/${API_STAGE}/api/create-free-key`, requests: 60 },
  { id: "errors", path: `/${API_STAGE}/api/client-errors`, requests: 100 },
  // As the viewer asks for it: what CloudFront puts in front for the API, the firewall does not see.
  { id: "referrals", path: "/r/", requests: 300 },
  { id: "operators", path: `/${API_STAGE}/admin/`, requests: 2000 },
  { id: "api", path: `/${API_STAGE}/`, requests: 3000 },
  { id: "site", path: "/", requests: 10_000 },
] as const;

/** Amazon's own lists; a rule that would refuse what the product needs only counts. */
const MANAGED = [
  { name: "AWSManagedRulesAmazonIpReputationList", onlyCount: [] },
  { name: "AWSManagedRulesKnownBadInputsRuleSet", onlyCount: [] },
  // A client's error report and a list of payouts are longer than the 8 KB that the rule allows.
  { name: "AWSManagedRulesCommonRuleSet", onlyCount: ["SizeRestrictions_BODY"] },
] as const;

export const FIREWALL_RULES = MANAGED.length + RATES.length;

const FIVE_MINUTES = 300;

/** Stands before CloudFront, so that what it refuses reaches neither site nor API. */
export function createFirewall(scope: Scope): void {
  const { stack, names } = scope;
  const acl = new CfnWebACL(stack, "Firewall", {
    name: names.prefix,
    description: `Before the site and the API of ${BRAND.name}`,
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: visible("firewall"),
    rules: [...MANAGED.map(managedRule), ...RATES.map(rateRule)],
  });
  logRefusals(scope, acl);
  new CfnOutput(stack, "FirewallArn", { value: acl.attrArn });
}

function managedRule({ name, onlyCount }: (typeof MANAGED)[number], index: number): CfnWebACL.RuleProperty {
  return {
    name,
    priority: index,
    overrideAction: { none: {} },
    visibilityConfig: visible(name),
    statement: {
      managedRuleGroupStatement: {
        vendorName: "AWS",
        name,
        ruleActionOverrides: onlyCount.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        // Stripe's events say by their signature whether they are good.
        scopeDownStatement: {
          notStatement: { statement: startsWith(`/${API_STAGE}${stripeWebhook.path}`) },
        },
      },
    },
  };
}

function rateRule({ id, path, requests }: (typeof RATES)[number], index: number): CfnWebACL.RuleProperty {
  return {
    name: `rate-${id}`,
    priority: MANAGED.length + index,
    action: { block: { customResponse: { responseCode: 429 } } },
    visibilityConfig: visible(`rate-${id}`),
    statement: {
      rateBasedStatement: {
        aggregateKeyType: "IP",
        evaluationWindowSec: FIVE_MINUTES,
        limit: requests,
        scopeDownStatement: startsWith(path),
      },
    },
  };
}

function startsWith(path: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: "STARTS_WITH",
      searchString: path,
      textTransformations: [{ priority: 0, type: "NONE" }],
    },
  };
}

function visible(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

/** What was refused or counted, without what could hold a token or a key. */
function logRefusals({ stack, names, settings }: Scope, acl: CfnWebACL): void {
  const logGroup = new CfnLogGroup(stack, "FirewallLogs", {
    // The firewall writes only to groups whose name begins so.
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
