import * as z from "zod/mini";
import { read } from "./properties.ts";
import type { Resolver } from "./resolver.ts";

const Operation = z.object({
  SingleHeader: z.object({ Name: z.literal("x-amzn-cognito-operation-name") }),
});

/** The one shape of a rule that is understood here: block each operation whose name does not match. */
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
                RegexMatchStatement: z.object({ FieldToMatch: Operation, RegexString: z.string() }),
              }),
            }),
          }),
        ]),
      }),
    }),
  }),
]);

/**
 * What the web ACL before a user pool lets through, as the source of a regular expression over an operation's name;
 * null where the pool has none. A rule of another shape is an error.
 */
export function readPoolFirewall(resolver: Resolver, poolArn: string): string | null {
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
  return not.NotStatement.Statement.RegexMatchStatement.RegexString;
}
