import { Aws } from "aws-cdk-lib";
import type { Names, Stage } from "../names.ts";

/** `npm run verify` makes purchases in Stripe's test mode, and prod has a live key. */
export const isVerified = (stage: Stage): boolean => stage !== "prod";

/** The reads that only scripts/verify/deployedShop.ts makes. A test compares this list with the script. */
export function verifierStatements(names: Names) {
  const at = (service: string, resource: string) =>
    `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;
  return [
    {
      Sid: "ReadEvents",
      Effect: "Allow" as const,
      Action: "dynamodb:GetItem",
      Resource: at("dynamodb", `table/${names.table("Events")}`),
    },
    {
      Sid: "ReadAlarms",
      Effect: "Allow" as const,
      Action: "cloudwatch:DescribeAlarms",
      Resource: at("cloudwatch", "alarm:*"),
    },
  ];
}
