import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { amazon } from "./amazon.ts";
import { Undecided } from "./undecided.ts";

/** Uses the client's own endpoint, because a queue's URL may name another host. */
const client = new SQSClient({ useQueueUrlAsEndpoint: false, ...amazon("sqs", 2_000, 3) });
const MAX_BATCH = 10;

/** Escapes two characters that SQS refuses and that a customer may type. The JSON still means the same text. */
const bodyOf = (message: unknown): string =>
  JSON.stringify(message).replaceAll(/[\ufffe\uffff]/g, (found) => `\\u${found.charCodeAt(0).toString(16)}`);

/**
 * @param delayOf seconds before the queue delivers the message with this index; up to 900
 * @throws if the queue did not accept all messages; a retry then delivers some twice
 */
export async function enqueue(
  queueUrl: string,
  messages: readonly unknown[],
  delayOf: (index: number) => number = () => 0,
): Promise<void> {
  for (let start = 0; start < messages.length; start += MAX_BATCH) {
    const { Failed } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: messages.slice(start, start + MAX_BATCH).map((message, index) => ({
          Id: String(index),
          MessageBody: bodyOf(message),
          DelaySeconds: delayOf(start + index),
        })),
      }),
    );
    const [refused] = Failed ?? [];
    if (Failed === undefined || refused === undefined) continue;
    const message = `The queue refused ${Failed.length} messages: ${refused.Code}`;
    throw refused.SenderFault === false ? new Undecided(message) : new Error(message);
  }
}
