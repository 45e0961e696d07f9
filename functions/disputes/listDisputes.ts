import { listDisputes } from "#shared/disputes/operator.ts";
import { http } from "../http/index.ts";
import { disputesAfter } from "./atStripe.ts";
import { toDispute } from "./facts.ts";

/** Asks Stripe, whose list is complete even if a webhook was lost. */
export const handler = http(listDisputes)(async ({ input, now }) => {
  const { data, has_more } = await disputesAfter(input.cursor);
  return {
    disputes: data.map((dispute) => toDispute(dispute, now)),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  };
});
