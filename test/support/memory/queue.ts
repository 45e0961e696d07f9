import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
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
  mockClient(SQSClient)
    .on(SendMessageBatchCommand)
    .callsFake((input) =>
      network.pass({ service: "sqs", operation: "SendMessageBatch" }, () => {
        for (const { MessageBody } of input.Entries) put(input.QueueUrl, MessageBody);
        return { Successful: [], Failed: [] };
      }),
    );
}
