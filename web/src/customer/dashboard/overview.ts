import { getOverview } from "#shared/accounts/overview.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { orSignIn } from "../../app/guard.ts";

type Overview = Output<typeof getOverview>;

const asked = new WeakMap<Request, Promise<Overview>>();

/** One call for each navigation, whose loaders share the request. */
export function loadOverview(request: Request): Promise<Overview> {
  const before = asked.get(request);
  if (before !== undefined) return before;
  const answer = orSignIn(
    request,
    call(getOverview, {}, { signal: request.signal }),
    "Failed to retrieve subscription information",
  );
  asked.set(request, answer);
  return answer;
}
