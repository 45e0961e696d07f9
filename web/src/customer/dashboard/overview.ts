import { getOverview } from "#shared/accounts/overview.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { orSignIn } from "../../app/guard.ts";

type Overview = Output<typeof getOverview>;

const asked = new WeakMap<Request, Promise<Overview>>();
/** Asked for while the last state was shown, and not taken yet. */
let begun: Promise<Overview> | undefined;

/** Asks while the page shows its last state; the next `loadOverview` takes the answer. */
export function beginOverview(): void {
  begun ??= call(getOverview, {});
  // A failure is left to the caller that takes the answer.
  begun.catch(() => undefined);
}

/** One call for each navigation, whose loaders share the request. */
export function loadOverview(request: Request): Promise<Overview> {
  const before = asked.get(request);
  if (before !== undefined) return before;
  const answer = orSignIn(
    request,
    begun ?? call(getOverview, {}, { signal: request.signal }),
    "Failed to retrieve subscription information",
  );
  begun = undefined;
  asked.set(request, answer);
  return answer;
}
