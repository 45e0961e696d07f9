import { post } from "../../../local/seed/api.ts";
import type { StackFile } from "../../../local/stackFile.ts";

const OFTEN = 0.05;
/** Each fault has a seed, so that a run can be repeated. */
const FAULTS = [
  { service: "dynamodb", mode: "lost" },
  { service: "dynamodb", mode: "refuse" },
  { service: "dynamodb", mode: "throttle" },
  { service: "dynamodb", mode: "conflict", operation: "TransactWriteItems" },
  { service: "dynamodb", mode: "kill-before" },
  { service: "dynamodb", mode: "kill-after" },
  { service: "sqs", mode: "refuse" },
  { service: "sqs", mode: "lost" },
  { service: "stripe", mode: "lost" },
  { service: "ses", mode: "refuse" },
].map((fault, index) => ({ ...fault, probability: OFTEN, seed: 100 + index }));

/** Starts the faults: each hits 5 % of its service's calls, and webhooks arrive shuffled. */
export async function disturb(stack: StackFile): Promise<void> {
  for (const fault of FAULTS) await post(`${stack.controlUrl}/faults`, fault);
  await post(`${stack.stripe.apiUrl}/_control/delivery`, { mode: "shuffle", seed: 17 });
}

export async function endDisturbance(stack: StackFile): Promise<void> {
  await fetch(`${stack.controlUrl}/faults`, { method: "DELETE" });
  await post(`${stack.stripe.apiUrl}/_control/delivery`, { mode: "normal" });
}
