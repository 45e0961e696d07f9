import type { CfnUserPool } from "aws-cdk-lib/aws-cognito";
import type { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { BRAND } from "#shared/brand.ts";
import type { Scope } from "./scope.ts";
import { poolSecret } from "./secrets.ts";

/**
 * What a browser may ask the user pool for. Everything else that Cognito offers to the holder of an access token
 * (changing the address, the password or the factor, deleting the user) goes through our own endpoints, which ask for
 * a fresh sign-in, end sessions and tell the owner. What AWS adds is refused until it is listed here. Calls that are
 * signed with AWS credentials do not pass a web ACL.
 */
export const SELF_SERVICE = [
  "ConfirmForgotPassword",
  "ForgotPassword",
  "GetTokensFromRefreshToken",
  "GetUser",
  "InitiateAuth",
  "RespondToAuthChallenge",
  "RevokeToken",
  "SignUp",
] as const;

/**
 * What only our own functions may ask for with a customer's access token: they ask for a fresh sign-in first. They prove
 * themselves by a secret in the place of an agent: "Associate an AWS WAF web ACL with a user pool" in Cognito's guide says
 * that rules may match IP addresses, browser agents and operations, and that of other headers only selected ones are handed on.
 */
export const BY_OUR_FUNCTIONS = ["AssociateSoftwareToken", "VerifySoftwareToken"] as const;
const SECRET_HEADER = "user-agent";
/** Cognito tells the web ACL the operation by this header. */
const OPERATION = { singleHeader: { Name: "x-amzn-cognito-operation-name" } };
const AS_IT_IS = [{ priority: 0, type: "NONE" }];

const isOneOf = (operations: readonly string[]) => ({
  regexMatchStatement: {
    fieldToMatch: OPERATION,
    regexString: `^(${operations.join("|")})$`,
    textTransformations: AS_IT_IS,
  },
});
const hasSecret = (scope: Scope) => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: SECRET_HEADER } },
    positionalConstraint: "EXACTLY",
    searchString: poolSecret(scope),
    textTransformations: AS_IT_IS,
  },
});

/** What a stranger may try: new accounts, passwords, codes. */
export const TRIED = [
  "ConfirmForgotPassword",
  "ForgotPassword",
  "InitiateAuth",
  "RespondToAuthChallenge",
  "SignUp",
] as const;
/**
 * Most requests of one address for each of these in five minutes. An office of two hundred behind one address renews its
 * sessions and signs in below it.
 */
export const TRIES = 200;
/** What counts for a whole network: new accounts, mailed codes and their tries, proofs of a password; no renewals. */
export const TRIED_FROM_AFAR = TRIED.filter((operation) => operation !== "InitiateAuth");
/**
 * Most requests of one autonomous system (a provider, a data center) for each of these in five minutes: a thief who
 * rents many addresses. A shop of a million customers has about 400 sign-ins in five minutes from all networks.
 */
export const TRIES_A_NETWORK = 2000;
const FIVE_MINUTES = 300;

/** A web ACL before the user pool: what a stolen token can do, and how often one address and one network may try. Not in dev, for its price. */
export function createPoolFirewall(scope: Scope, pool: CfnUserPool, secret: CfnSecret): void {
  const { stack, names } = scope;
  const metric = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    metricName,
    sampledRequestsEnabled: false,
  });
  const rate = (
    name: string,
    priority: number,
    who: CfnWebACL.RateBasedStatementCustomKeyProperty,
    limit: number,
    operations: readonly string[],
  ): CfnWebACL.RuleProperty => ({
    name,
    priority,
    action: { block: {} },
    visibilityConfig: metric(name),
    statement: {
      rateBasedStatement: {
        aggregateKeyType: "CUSTOM_KEYS",
        customKeys: [who, { header: { name: OPERATION.singleHeader.Name, textTransformations: AS_IT_IS } }],
        evaluationWindowSec: FIVE_MINUTES,
        limit,
        scopeDownStatement: isOneOf(operations),
      },
    },
  });
  const acl = new CfnWebACL(stack, "PoolFirewall", {
    name: names.poolFirewall,
    description: `What browsers may ask the user pool of ${BRAND.name} for`,
    scope: "REGIONAL",
    defaultAction: { allow: {} },
    visibilityConfig: metric(names.poolFirewall),
    rules: [
      {
        name: "self-service",
        priority: 0,
        action: { block: {} },
        visibilityConfig: metric("self-service"),
        statement: {
          andStatement: {
            statements: [
              // A request without the header is no operation: the pool's public keys.
              {
                sizeConstraintStatement: {
                  fieldToMatch: OPERATION,
                  comparisonOperator: "GT",
                  size: 0,
                  textTransformations: AS_IT_IS,
                },
              },
              {
                notStatement: {
                  statement: {
                    orStatement: {
                      statements: [
                        isOneOf(SELF_SERVICE),
                        { andStatement: { statements: [isOneOf(BY_OUR_FUNCTIONS), hasSecret(scope)] } },
                      ],
                    },
                  },
                },
              },
            ],
          },
        },
      },
      rate("rate-tries", 1, { ip: {} }, TRIES, TRIED),
      rate("rate-networks", 2, { asn: {} }, TRIES_A_NETWORK, TRIED_FROM_AFAR),
    ],
  });
  acl.addResourceDependency(secret);
  new CfnWebACLAssociation(stack, "PoolFirewallAssociation", {
    resourceArn: pool.attrArn,
    webAclArn: acl.attrArn,
  });
}
