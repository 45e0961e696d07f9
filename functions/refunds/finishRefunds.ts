import { MINUTE } from "#shared/instant.ts";
import { log } from "../platform/log.ts";
import { carryOut } from "./carryOut.ts";
import { listOpenIntents } from "./table.ts";

/** Longer than any call can run, so the original call has ended. */
const ABANDONED_AFTER = 5 * MINUTE;

/** Finishes refunds whose call failed after it had stored the intent. */
export async function finishRefunds(now: Date): Promise<number> {
  const abandoned = await listOpenIntents(new Date(now.getTime() - ABANDONED_AFTER).toISOString());
  for (const intent of abandoned) {
    try {
      await carryOut(intent, now);
    } catch (error) {
      log.error("refund.notFinished", error, { request: intent.requestId });
    }
  }
  return abandoned.length;
}
