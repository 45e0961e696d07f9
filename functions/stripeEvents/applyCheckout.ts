import { retryOnConflict } from "../platform/dynamo.ts";
import { checkoutCompleted } from "./checkoutCompleted.ts";
import { carryOut } from "./work.ts";

/** Does the work of a paid session's lost webhook. */
export async function applyCheckout(sessionId: string, now: Date): Promise<void> {
  await retryOnConflict(async (isFirst) => carryOut(await checkoutCompleted(sessionId, now, isFirst), []));
}
