import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { QueueModel, StackModel } from "../../template/model.ts";
import type { Authorize } from "../authorize.ts";
import { bodyOf, unknownOperation } from "../body.ts";
import { AwsError, JSON_1_0, jsonAnswer } from "../errors.ts";
import type { Answer, AwsCall, Service } from "../types.ts";
import type { Queues, Received } from "./engine.ts";
import { Attributes, LONGEST_MESSAGE, messageBytes, type Sending } from "./message.ts";

const URL_ONLY = z.object({ QueueUrl: z.string() });
const SEND = {
  MessageBody: z.string(),
  DelaySeconds: z.optional(z.int().check(z.gte(0), z.lte(900))),
  MessageAttributes: z.optional(Attributes),
};
const SEND_ONE = z.object({ QueueUrl: z.string(), ...SEND });
const SEND_MANY = z.object({ QueueUrl: z.string(), Entries: z.array(z.object({ Id: z.string(), ...SEND })) });
const RECEIVE = z.object({
  QueueUrl: z.string(),
  MaxNumberOfMessages: z._default(z.int().check(z.gte(1), z.lte(10)), 1),
  VisibilityTimeout: z.optional(z.int().check(z.gte(0), z.lte(43_200))),
  WaitTimeSeconds: z._default(z.int().check(z.gte(0), z.lte(20)), 0),
});
const DELETE_ONE = z.object({ QueueUrl: z.string(), ReceiptHandle: z.string() });

/** Batches need the permission of the single call. */
const ACTIONS: Readonly<Record<string, string>> = { SendMessageBatch: "SendMessage" };
const INVALID = "InvalidParameterValue";

export function queueService(model: () => StackModel, queues: Queues, authorize: Authorize): Service {
  const queueOf = (call: AwsCall): QueueModel => {
    const id =
      call.operation === "GetQueueUrl"
        ? bodyOf(call, z.object({ QueueName: z.string() }), INVALID).QueueName
        : bodyOf(call, URL_ONLY, INVALID).QueueUrl;
    const queue = queues.find(id);
    const { region, accountId } = model();
    const resource = queue?.arn ?? `arn:aws:sqs:${region}:${accountId}:${id.slice(id.lastIndexOf("/") + 1)}`;
    authorize(call, [{ action: `sqs:${ACTIONS[call.operation] ?? call.operation}`, resource }]);
    if (!queue) throw new AwsError("QueueDoesNotExist", "The specified queue does not exist.");
    return queue;
  };

  const send = (queue: QueueModel, input: z.infer<typeof SEND_ONE> | Entry) => {
    const message = queues.send(queue, sendingOf(input));
    return { MessageId: message.id, MD5OfMessageBody: md5(input.MessageBody) };
  };

  return async (call) => {
    const queue = queueOf(call);
    switch (call.operation) {
      case "GetQueueUrl":
        return answer({ QueueUrl: queue.url });
      case "SendMessage":
        return answer(send(queue, bodyOf(call, SEND_ONE, INVALID)));
      case "SendMessageBatch": {
        const { Entries } = bodyOf(call, SEND_MANY, INVALID);
        const total = Entries.reduce((sum, entry) => sum + messageBytes(contentOf(entry)), 0);
        if (total > LONGEST_MESSAGE) {
          throw new AwsError("BatchRequestTooLong", "Batch requests cannot be longer than 1048576 bytes.");
        }
        return answer(eachOf(Entries, (entry) => send(queue, entry)));
      }
      case "ReceiveMessage": {
        const input = bodyOf(call, RECEIVE, INVALID);
        const messages = await receive(queues, queue, input);
        return answer(messages.length > 0 ? { Messages: messages.map(shown) } : {});
      }
      case "DeleteMessage":
        if (!queues.remove(bodyOf(call, DELETE_ONE, INVALID).ReceiptHandle))
          throw new AwsError("ReceiptHandleIsInvalid", "The input receipt handle is invalid.");
        return answer({});
      default:
        throw unknownOperation(call);
    }
  };
}

/** Characters that XML 1.0 does not allow. */
const UNSENDABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

type Entry = z.infer<typeof SEND_MANY>["Entries"][number];

function contentOf(input: Pick<Entry, "MessageBody" | "MessageAttributes">): Sending {
  return { body: input.MessageBody, attributes: input.MessageAttributes ?? {} };
}

function sendingOf(input: Omit<Entry, "Id">): Sending {
  const sending = contentOf(input);
  if (sending.body === "")
    throw new AwsError("MissingParameter", "The request must contain the parameter MessageBody.");
  if (UNSENDABLE.test(sending.body))
    throw new AwsError("InvalidMessageContents", "The message contains characters outside the allowed set.");
  if (messageBytes(sending) > LONGEST_MESSAGE) {
    throw new AwsError(
      INVALID,
      "One or more parameters are invalid. Reason: Message must be shorter than 1048576 bytes.",
    );
  }
  return { ...sending, delaySeconds: input.DelaySeconds };
}

/** Handles entries separately, so that a failure does not stop the others. */
function eachOf<E extends { Id: string }>(entries: E[], act: (entry: E) => object | undefined) {
  if (entries.length === 0) throw new AwsError("EmptyBatchRequest", "There should be at least one entry.");
  if (entries.length > 10) {
    throw new AwsError("TooManyEntriesInBatchRequest", "Maximum number of entries per request are 10.");
  }
  if (new Set(entries.map((entry) => entry.Id)).size < entries.length) {
    throw new AwsError("BatchEntryIdsNotDistinct", "Two or more batch entries have the same Id.");
  }
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...act(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, Code: error.code, Message: error.message, SenderFault: true });
    }
  }
  return { Successful, Failed };
}

async function receive(
  queues: Queues,
  queue: QueueModel,
  input: z.infer<typeof RECEIVE>,
): Promise<Received[]> {
  const take = () => queues.receive(queue, input.MaxNumberOfMessages, input.VisibilityTimeout);
  const end = Date.now() + input.WaitTimeSeconds * 1000;
  for (;;) {
    const received = take();
    const left = end - Date.now();
    if (received.length > 0 || left <= 0) return received;
    await new Promise<void>((resolve) => {
      const stop = queues.onChange(done);
      // A visibility timeout ends without a notification, so this checks every second.
      const timer = setTimeout(done, Math.min(left, 1000)).unref();
      function done() {
        clearTimeout(timer);
        stop();
        resolve();
      }
    });
  }
}

function shown(message: Received): object {
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle,
    MD5OfBody: md5(message.body),
    Body: message.body,
    Attributes: systemAttributes(message),
    MessageAttributes: message.attributes,
  };
}

export function systemAttributes(message: Received): Record<string, string> {
  return {
    ApproximateReceiveCount: String(message.receives),
    SentTimestamp: String(message.sentAt),
    SenderId: "local",
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
  };
}

export function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

function answer(body: object): Answer {
  return jsonAnswer(body, JSON_1_0);
}
