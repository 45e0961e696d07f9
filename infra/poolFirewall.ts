import type { CfnUserPool } from "aws-cdk-lib/aws-cognito";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { BRAND } from "#shared/brand.ts";
import type { Scope } from "./scope.ts";

/**
 * What a browser may ask the user pool for. Everything else that Cognito offers to the holder of an access token
 * (changing the address, the password or the factor, deleting the user) goes through our own endpoints, which ask for
 * a fresh sign-in, end sessions and tell the owner. What AWS adds is refused until it is listed here. Calls that are
 * signed with AWS credentials do not pass a web ACL.
 */
export const SELF_SERVICE = [
  "AssociateSoftwareToken",
  "ConfirmForgotPassword",
  "ForgotPassword",
  "GetTokensFromRefreshToken",
  "GetUser",
  "InitiateAuth",
  "RespondToAuthChallenge",
  "RevokeToken",
  "SignUp",
  "VerifySoftwareToken",
] as const;

/** Cognito tells the web ACL the operation by this header. */
const OPERATION = { singleHeader: { Name: "x-amzn-cognito-operation-name" } };
const AS_IT_IS = [{ priority: 0, type: "NONE" }];

/** A web ACL of one rule before the user pool: it decides what a stolen token can do. Not in dev, for its price. */
export function createPoolFirewall({ stack, names }: Scope, pool: CfnUserPool): void {
  const metric = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    metricName,
    sampledRequestsEnabled: false,
  });
  const acl = new CfnWebACL(stack, "PoolFirewall", {
    name: `${names.prefix}-user-pool`,
    description: `What browsers may ask the user pool of ${BRAND.name} for`,
    scope: "REGIONAL",
    defaultAction: { allow: {} },
    visibilityConfig: metric(`${names.prefix}-user-pool`),
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
                    regexMatchStatement: {
                      fieldToMatch: OPERATION,
                      regexString: `^(${SELF_SERVICE.join("|")})$`,
                      textTransformations: AS_IT_IS,
                    },
                  },
                },
              },
            ],
          },
        },
      },
    ],
  });
  new CfnWebACLAssociation(stack, "PoolFirewallAssociation", {
    resourceArn: pool.attrArn,
    webAclArn: acl.attrArn,
  });
}
