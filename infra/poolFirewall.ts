import type { CfnUserPool } from "aws-cdk-lib/aws-cognito";
import type { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { BRAND } from "#shared/brand.ts";
import type { Scope } from "./scope.ts";
import { poolSecret } from "./secrets.ts";

/**
 * Cognito operations that a browser may call. Cognito offers more to the holder of an access token (changing the
 * address, the password or the second factor, deleting the user). These changes go through our own endpoints, which
 * require a fresh sign-in, end sessions and mail the owner. The firewall refuses operations that AWS adds later. Calls
 * signed with AWS credentials bypass a web ACL.
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
 * Operations that only our functions may call with a customer's access token, after checking for a fresh sign-in. The
 * functions send a secret as the user agent, because Cognito passes only a few headers on to rules ("Associate an AWS
 * WAF web ACL with a user pool" in Cognito's guide).
 */
export const BY_OUR_FUNCTIONS = ["AssociateSoftwareToken", "VerifySoftwareToken"] as const;
const SECRET_HEADER = "user-agent";
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

/** Operations that a stranger can try: sign-ups, passwords, codes. */
export const TRIED = [
  "ConfirmForgotPassword",
  "ForgotPassword",
  "InitiateAuth",
  "RespondToAuthChallenge",
  "SignUp",
] as const;
/** Maximum requests from one IP address for each operation in five minutes: enough for 200 people in one office. */
export const TRIES = 200;
/** Operations that are limited per network. InitiateAuth is excluded because it also renews sessions. */
export const TRIED_FROM_AFAR = TRIED.filter((operation) => operation !== "InitiateAuth");
/**
 * Maximum requests from one autonomous system (a provider, a data center) for each operation in five minutes, against
 * attackers who rent many IP addresses. A shop of a million customers has about 400 sign-ins in five minutes from all
 * networks.
 */
export const TRIES_A_NETWORK = 2000;
const FIVE_MINUTES = 300;

/**
 * The user pool's web ACL limits what a stolen token can do, and limits attempts per address and per network. Dev has
 * none.
 */
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
              // A request without the header calls no operation. It reads the pool's public keys.
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
