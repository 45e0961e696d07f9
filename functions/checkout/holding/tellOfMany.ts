import type { Finding, Signal } from "#shared/security/signal.ts";
import { HOLDS_A_NETWORK, muchFrom } from "../../limits/index.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";

/** Tells the operator when one network holds many units, but refuses none. */
export async function tellOfMany(userId: string, address: string | null, now: Date): Promise<void> {
  const much = await muchFrom("holds", address, HOLDS_A_NETWORK, now);
  if (much === undefined) return;
  const finding: Finding = {
    id: `holds:${much.network}:${much.window}`,
    userId,
    at: now.toISOString(),
    type: "many_holds",
    description: `More than ${HOLDS_A_NETWORK.most} units of the limited offer were held on one network in an hour.`,
    metadata: { network: much.network, holds: much.count },
  };
  await enqueue(env("SECURITY_QUEUE_URL"), [{ kind: "finding", finding } satisfies Signal]);
}
