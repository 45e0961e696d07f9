import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { Mail } from "#shared/mail/mail.ts";
import type { Network } from "./network.ts";

/** The mail queue, with every mail that was sent to it, in order. */
export function memoryQueue(network: Network): { mails: Mail[] } {
  const mails: Mail[] = [];
  memoryQueues(network, (_url, body) => void mails.push(Mail.parse(JSON.parse(body))));
  return { mails };
}

/** All queues. A message is delivered immediately. */
export const memoryQueues = (network: Network, put: (url: string, body: string) => void): void =>
  memorySqs(network, (url, { body }) => put(url, body));

/** One queue, with each message's delay in seconds. */
export const memoryDelays = (
  network: Network,
  put: (message: { body: string; delay: number }) => void,
): void => memorySqs(network, (_url, message) => put(message));

function memorySqs(
  network: Network,
  put: (url: string, message: { body: string; delay: number }) => void,
): void {
  async function send(command: unknown): Promise<unknown> {
    if (!(command instanceof SendMessageBatchCommand)) throw new Error("Memory queues take only batches");
    const { QueueUrl, Entries = [] } = command.input;
    return network.pass({ service: "sqs", operation: "SendMessageBatch" }, () => {
      for (const { MessageBody, DelaySeconds = 0 } of Entries)
        put(String(QueueUrl), { body: String(MessageBody), delay: DelaySeconds });
      return { Successful: [], Failed: [] };
    });
  }
  // A mock would remember each call.
  Object.assign(SQSClient.prototype, { send });
}
