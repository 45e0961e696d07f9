import {
  DeleteStackCommand,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
  waitUntilStackDeleteComplete,
} from "@aws-sdk/client-cloudformation";
import { FUNCTION_PARTS } from "../../infra/stacks.ts";
import { must, orAbsent } from "../aws/answers.ts";
import type { Aws } from "../aws/aws.ts";
import { FIREWALL_REGION } from "../deploy/check.ts";
import type { Deployment } from "../deploy/deployment.ts";

/** The reverse order of a deployment: first what can be created again, then what it depends on. */
export const UPPER = ["watch", "gate", ...FUNCTION_PARTS.toReversed(), "site"];
export const LOWER = ["data", "firewall"];
/** CloudFront takes a quarter of an hour to remove a distribution. */
const MAX_WAIT_SECONDS = 3600;

/** @throws Refusal with CloudFormation's reason if a stack cannot be deleted */
export async function deleteStacks(
  aws: Aws,
  { stack }: Deployment,
  parts: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  for (const part of parts) {
    const client = aws.clients(part === "firewall" ? FIREWALL_REGION : undefined).cloudFormation();
    const StackName = stack(part);
    const found = await orAbsent(
      `The stack ${StackName}`,
      "ValidationError",
      client.send(new DescribeStacksCommand({ StackName })),
    );
    const known = found?.Stacks?.[0];
    if (known === undefined || known.StackStatus === "DELETE_COMPLETE") continue;
    say(`Deleting the stack ${StackName} …`);
    const failed = `The stack ${StackName} could not be deleted. Read its events in CloudFormation, then run this again.`;
    if (known.EnableTerminationProtection)
      await must(
        failed,
        client.send(
          new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }),
        ),
      );
    await must(failed, client.send(new DeleteStackCommand({ StackName })));
    await must(
      failed,
      waitUntilStackDeleteComplete(
        { client, maxWaitTime: MAX_WAIT_SECONDS, minDelay: 1, maxDelay: 15 },
        // CloudFormation finds a deleted stack by its id only.
        { StackName: known.StackId ?? StackName },
      ),
    );
  }
}
