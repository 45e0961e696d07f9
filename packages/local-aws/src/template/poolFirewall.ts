import * as z from "zod/mini";
import { read } from "./properties.ts";
import type { Resolver } from "./resolver.ts";

const Operation = z.object({
  SingleHeader: z.object({ Name: z.literal("x-amzn-cognito-operation-name") }),
});

const OneOf = z.object({
  RegexMatchStatement: z.object({ FieldToMatch: Operation, RegexString: z.string() }),
});
const HasSecret = z.object({
  ByteMatchStatement: z.object({
    FieldToMatch: z.object({ SingleHeader: z.object({ Name: z.string() }) }),
    PositionalConstraint: z.literal("EXACTLY"),
    SearchString: z.string(),
  }),
});

/** Rates are not enforced, because a test run has one address. */
const Rate = z.object({ Statement: z.object({ RateBasedStatement: z.object({ Limit: z.number() }) }) });

/**
 * The supported rules. The first rule allows operations whose name matches the first expression. With a secret header,
 * it also allows matches of the second expression. It blocks all others. The other rules limit rates.
 */
const Rules = z.tuple([
  z.object({
    Action: z.object({ Block: z.object({}) }),
    Statement: z.object({
      AndStatement: z.object({
        Statements: z.tuple([
          z.object({
            SizeConstraintStatement: z.object({
              FieldToMatch: Operation,
              ComparisonOperator: z.literal("GT"),
              Size: z.literal(0),
            }),
          }),
          z.object({
            NotStatement: z.object({
              Statement: z.object({
                OrStatement: z.object({
                  Statements: z.tuple([
                    OneOf,
                    z.object({ AndStatement: z.object({ Statements: z.tuple([OneOf, HasSecret]) }) }),
                  ]),
                }),
              }),
            }),
          }),
        ]),
      }),
    }),
  }),
  Rate,
  Rate,
]);

export type PoolFirewall = {
  open: string;
  /** Operations that also need the header. */
  withSecret: string;
  header: string;
  secret: string;
};

/** A user pool's web ACL, or null. @throws for other shapes of rules */
export function readPoolFirewall(resolver: Resolver, poolArn: string): PoolFirewall | null {
  const association = resolver
    .ofType("AWS::WAFv2::WebACLAssociation")
    .find((one) => one.property("ResourceArn") === poolArn);
  if (association === undefined) return null;
  const acl = resolver
    .ofType("AWS::WAFv2::WebACL")
    .find((one) => one.identity.attributes.Arn === association.property("WebACLArn"));
  if (acl === undefined) throw new Error(`${association.logicalId}: there is no such web ACL`);
  const { Rules: rules } = read(acl, { Rules });
  const [, not] = rules[0].Statement.AndStatement.Statements;
  const [open, ours] = not.NotStatement.Statement.OrStatement.Statements;
  const [operations, proof] = ours.AndStatement.Statements;
  return {
    open: open.RegexMatchStatement.RegexString,
    withSecret: operations.RegexMatchStatement.RegexString,
    header: proof.ByteMatchStatement.FieldToMatch.SingleHeader.Name,
    secret: proof.ByteMatchStatement.SearchString,
  };
}
