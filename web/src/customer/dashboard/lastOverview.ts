import * as z from "zod/mini";
import { getOverview } from "#shared/accounts/overview.ts";
import { DAY } from "#shared/instant.ts";
import { ReleaseCatalog } from "#shared/releaseCatalog.ts";
import { keepLastState, readLastState } from "../../app/lastState.ts";
import { readSession } from "../../app/session.ts";
import { Owed } from "../standing/facts.ts";

/** An older state says too little about today. */
const SHOWN_FOR = 7 * DAY;

const LastOverview = z.object({
  userId: z.string(),
  /** ISO 8601, by this computer's clock. */
  at: z.string(),
  overview: getOverview.output,
  owed: z.nullable(Owed),
  releases: z.nullable(ReleaseCatalog),
});
export type LastOverview = z.output<typeof LastOverview>;

export function keepLastOverview(shown: Omit<LastOverview, "userId" | "at">): void {
  const session = readSession();
  if (session === null) return;
  const last: LastOverview = { ...shown, userId: session.userId, at: new Date().toISOString() };
  keepLastState(JSON.stringify(last));
}

let isOpened = false;
const opened = new WeakMap<Request, LastOverview | null>();

/**
 * What the overview showed last to the person who is signed in, for the first navigation of a document, whose loaders
 * share the request. Null for every other one, and where it is unknown or too old.
 */
export function lastOverviewFor(request: Request): LastOverview | null {
  const known = opened.get(request);
  if (known !== undefined) return known;
  const last = isOpened ? null : readLastOverview();
  isOpened = true;
  opened.set(request, last);
  return last;
}

function readLastOverview(): LastOverview | null {
  try {
    const last = z.parse(LastOverview, JSON.parse(readLastState() ?? "null"));
    const isOwn = last.userId === readSession()?.userId;
    return isOwn && Date.now() - Date.parse(last.at) < SHOWN_FOR ? last : null;
  } catch {
    // Nothing, or what another version of the site kept.
    return null;
  }
}
