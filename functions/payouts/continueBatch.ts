import { BatchMessage } from "#shared/payouts/messages.ts";
import { consume } from "../platform/consume.ts";
import { workOn } from "./batches/work.ts";

export const handler = consume(BatchMessage, async ({ batchId }, now, remainingMs) =>
  workOn(batchId, now, remainingMs),
);
