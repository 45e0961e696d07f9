import * as z from "zod/mini";
import { ENDPOINTS } from "#shared/endpoints.ts";

const Ran = z.object({
  invocations: z.array(
    z.object({ functionId: z.string(), calls: z.array(z.object({ service: z.string() })) }),
  ),
});

/** Calls of DynamoDB that an endpoint's last invocation made, for those which the seed and the pages have used. */
export async function roundTrips(controlUrl: string): Promise<{ id: string; calls: number }[]> {
  const response = await fetch(`${controlUrl}/invocations`);
  const { invocations } = z.parse(Ran, await response.json());
  const last = new Map<string, number>();
  for (const { functionId, calls } of invocations)
    if (functionId in ENDPOINTS)
      last.set(functionId, calls.filter(({ service }) => service === "dynamodb").length);
  return [...last].map(([id, calls]) => ({ id, calls })).sort((a, b) => a.id.localeCompare(b.id));
}
