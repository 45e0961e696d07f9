import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { Mail } from "#shared/mail/mail.ts";
import type { Network } from "./network.ts";

/** The mail queue: what was put into it, in order, as often as it was put. */
export function memoryQueue(network: Network): { mails: Mail[] } {
  const mails: Mail[] = [];
  memoryQueues(network, (_url, body) => void mails.push(Mail.parse(JSON.parse(body))));
  return { mails };
}

/** All queues: what is put into one of them is handed over at once. */
export function memoryQueues(network: Network, put: (url: string, body: string) => void): void {
  async function send(command: unknown): Promise<unknown> {
    if (!(command instanceof SendMessageBatchCommand)) throw new Error("The memory knows no such command");
    const { QueueUrl, Entries = [] } = command.input;
    return network.pass({ service: "sqs", operation: "SendMessageBatch" }, () => {
      for (const { MessageBody } of Entries) put(String(QueueUrl), String(MessageBody));
      return { Successful: [], Failed: [] };
    });
  }
  // As the tables' memory: a mock would remember each call.
  Object.assign(SQSClient.prototype, { send });
}
