import { retryOnConflict } from "../platform/dynamo.ts";
import { checkoutCompleted } from "./checkoutCompleted.ts";
import { carryOut } from "./work.ts";

/** Does what the webhook of a paid session would have done, for one that was lost. */
export async function applyCheckout(sessionId: string, now: Date): Promise<void> {
  await retryOnConflict(async (isFirst) => carryOut(await checkoutCompleted(sessionId, now, isFirst), []));
}
