import type { FunctionModel, MappingModel } from "../../template/model.ts";
import { authorizeFunction } from "../authorize.ts";
import type { UsageRecorder } from "../usage.ts";

/** AWS checks these permissions of the function's role before it creates an event source mapping. */
const REQUIRED = {
  dynamodb: ["DescribeStream", "GetRecords", "GetShardIterator"],
  sqs: ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"],
};
/** The CDK grants these too. AWS's pollers use them in calls that no log shows. */
const GRANTED_TOO = { dynamodb: ["ListStreams"], sqs: ["ChangeMessageVisibility", "GetQueueUrl"] };

export function checkMapping(
  accountId: string,
  mapping: MappingModel,
  fn: FunctionModel,
  usage: UsageRecorder,
): void {
  const service = mapping.sourceArn.includes(":sqs:") ? "sqs" : "dynamodb";
  const demand = (action: string, resource: string) => {
    try {
      authorizeFunction(accountId, fn, { action, resource });
    } catch (error) {
      throw new Error(
        `Event source mapping ${mapping.logicalId}: ${error instanceof Error ? error.message : error}`,
      );
    }
    usage.note(fn.id, action, resource);
  };
  for (const action of REQUIRED[service]) demand(`${service}:${action}`, mapping.sourceArn);
  for (const action of GRANTED_TOO[service]) {
    usage.note(fn.id, `${service}:${action}`, mapping.sourceArn);
    usage.note(fn.id, `${service}:${action}`, "*");
  }
  if (mapping.onFailureArn?.includes(":sqs:")) demand("sqs:SendMessage", mapping.onFailureArn);
}
