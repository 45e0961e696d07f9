import { Aws } from "aws-cdk-lib";
import { CfnTopic, CfnTopicPolicy, type CfnTopicProps } from "aws-cdk-lib/aws-sns";
import { BRAND } from "#shared/brand.ts";
import type { Scope } from "../scope.ts";

/** @param senders the services of this account that may publish to the topic */
export function createTopic(
  { stack, stage }: Scope,
  id: string,
  senders: readonly string[],
  properties: CfnTopicProps,
): CfnTopic {
  const topic = new CfnTopic(stack, id, { displayName: `${BRAND.name} ${stage}`, ...properties });
  new CfnTopicPolicy(stack, `${id}Policy`, {
    topics: [topic.ref],
    policyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Sid: "Send",
          Effect: "Allow",
          Principal: { Service: [...senders] },
          Action: "sns:Publish",
          Resource: topic.ref,
          Condition: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
        },
        {
          Sid: "TlsOnly",
          Effect: "Deny",
          Principal: "*",
          Action: "sns:Publish",
          Resource: topic.ref,
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        },
      ],
    },
  });
  return topic;
}
