import type { QueueModel } from "../../template/model.ts";
import type { Received } from "../queues/engine.ts";
import { md5, systemAttributes } from "../queues/service.ts";
import { failedOnes } from "./answers.ts";
import { passes } from "./filters.ts";
import type { Source, SourceContext } from "./source.ts";

/** Lambda delivers a few batches at the same time, which consumers must support. */
const AT_ONCE = 4;
/** Polls this often, because hidden messages become visible again without a notification. */
const IDLE_MS = 1_000;

export function queueSource(context: SourceContext, queue: QueueModel): Source {
  const { mapping, queues } = context;
  let firstSeen: number | null = null;
  let running = 0;

  const gathered = (flush: boolean): boolean => {
    const { ready } = queues.counts(queue);
    if (ready === 0) return false;
    firstSeen ??= Date.now();
    const waited = Date.now() - firstSeen >= mapping.windowSeconds * 1000;
    if (ready < mapping.batchSize && !flush && !waited) return false;
    firstSeen = null;
    return true;
  };

  const lane = async (): Promise<boolean> => {
    let any = false;
    while (context.alive()) {
      const messages = queues.receive(queue, mapping.batchSize);
      if (messages.length === 0) return any;
      any = true;
      await deliverBatch(context, queue, messages);
    }
    return any;
  };

  return {
    idleMs: () => IDLE_MS,
    pending: () => {
      const { ready, hidden } = queues.counts(queue);
      return running > 0 || ready + hidden > 0;
    },
    async deliver(flush) {
      if (!gathered(flush)) return "nothing";
      running += 1;
      try {
        const lanes = await Promise.all(Array.from({ length: mapping.mostAtOnce ?? AT_ONCE }, lane));
        return lanes.includes(true) ? "all" : "nothing";
      } finally {
        running -= 1;
      }
    },
  };
}

async function deliverBatch(context: SourceContext, queue: QueueModel, received: Received[]): Promise<void> {
  const { mapping, queues } = context;
  const kept = received.filter((message) =>
    passes(mapping.filters, { ...message, body: jsonOrText(message.body) }),
  );
  // As at Lambda, messages that no filter matches are deleted.
  for (const message of received) if (!kept.includes(message)) queues.remove(message.receiptHandle);
  if (kept.length === 0) return;

  const { region } = context.model();
  const event = { Records: kept.map((message) => eventRecord(message, queue.arn, region)) };
  const ids = kept.map((message) => message.id);
  const failed = new Set(failedOnes(mapping, await context.invoke(context.fn.arn, event), ids));
  for (const [index, message] of kept.entries()) {
    // To simulate a duplicate, skips the deletion, so that the message becomes visible again. Spares messages that
    // would then go to the dead-letter queue, where tests look for failures.
    const spare = !queue.redrive || message.receives < queue.redrive.maxReceiveCount;
    if (failed.has(index) || (spare && context.duplicates.strikes())) {
      const atMost = queue.visibilitySeconds * 1000;
      queues.giveBack(message.receiptHandle, Math.min(context.pauseMs(message.receives), atMost));
    } else {
      queues.remove(message.receiptHandle);
    }
  }
}

function eventRecord(message: Received, arn: string, region: string): object {
  return {
    messageId: message.id,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: Object.fromEntries(
      Object.entries(message.attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        {
          ...(StringValue !== undefined && { stringValue: StringValue }),
          ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
          stringListValues: [],
          binaryListValues: [],
          dataType: DataType,
        },
      ]),
    ),
    md5OfBody: md5(message.body),
    eventSource: "aws:sqs",
    eventSourceARN: arn,
    awsRegion: region,
  };
}

function jsonOrText(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
