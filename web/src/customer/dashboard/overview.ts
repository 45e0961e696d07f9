import { getOverview } from "#shared/customers/overview.ts";
import type { Output } from "#shared/endpoint.ts";
import { SECOND } from "#shared/instant.ts";
import { call } from "../../api/call.ts";
import { orSignIn } from "../../app/guard.ts";

type Overview = Output<typeof getOverview>;

const asked = new WeakMap<Request, Promise<Overview>>();
let begun: { answer: Promise<Overview>; at: number } | undefined;
/** The page takes the answer right after it has painted. An older answer belongs to an earlier page. */
const TAKEN_WITHIN = 5 * SECOND;

/** Requests the overview while the page paints its last state. The next `loadOverview` takes the answer. */
export function beginOverview(): void {
  const answer = call(getOverview, {});
  // The caller that takes the answer handles the failure.
  answer.catch(() => undefined);
  begun = { answer, at: performance.now() };
}

function takeBegun(): Promise<Overview> | undefined {
  const taken = begun;
  begun = undefined;
  return taken && performance.now() - taken.at < TAKEN_WITHIN ? taken.answer : undefined;
}

/** Calls the API once for each navigation. All loaders of a navigation have the same request. */
export function loadOverview(request: Request): Promise<Overview> {
  const before = asked.get(request);
  if (before !== undefined) return before;
  const answer = orSignIn(
    request,
    takeBegun() ?? call(getOverview, {}, { signal: request.signal }),
    "Failed to retrieve subscription information",
  );
  asked.set(request, answer);
  return answer;
}
