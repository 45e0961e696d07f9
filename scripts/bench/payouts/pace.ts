import * as z from "zod/mini";
import { SECOND } from "#shared/instant.ts";
import type { StackFile } from "../../../local/stackFile.ts";

const Requests = z.array(
  z.object({
    id: z.string(),
    arrivedMs: z.number(),
    operation: z.string(),
    status: z.number(),
    replayed: z.boolean(),
  }),
);
type Request = z.output<typeof Requests>[number];

/** The sandbox keeps only its latest requests. */
const LOOK_EVERY_MS = 10_000;

export function watchPace(stack: StackFile): { end: () => Promise<Request[]> } {
  const began = Date.now();
  const seen = new Map<string, Request>();
  const look = async () => {
    const response = await fetch(`${stack.stripe.apiUrl}/_control/requests`);
    for (const request of z.parse(Requests, await response.json()))
      if (request.arrivedMs >= began) seen.set(request.id, request);
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    end: async () => {
      clearInterval(timer);
      await look();
      return [...seen.values()];
    },
  };
}

export function mostInASecond(arrivedMs: readonly number[]): number {
  const sorted = [...arrivedMs].sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [last, at] of sorted.entries()) {
    while (at - (sorted[first] ?? at) >= SECOND) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
