import * as z from "zod/mini";
import { getOverview } from "#shared/customers/overview.ts";
import { DAY } from "#shared/instant.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { ReleaseCatalog } from "#shared/releaseCatalog.ts";
import { forgetLastState, keepLastState, readLastState } from "../../app/lastState.ts";
import { readSession } from "../../app/session.ts";
import { Owed } from "../standing/facts.ts";

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

/**
 * Stores the overview without license keys and IP addresses, because the page shows it before the API can say that the
 * session has ended. Stores nothing while the account is suspended.
 */
export function keepLastOverview({ overview, ...beside }: Omit<LastOverview, "userId" | "at">): void {
  const session = readSession();
  if (session === null || overview.account.suspended) {
    forgetLastState();
    return;
  }
  const seats = overview.seats?.map(withoutSecrets) ?? null;
  const last: LastOverview = {
    ...beside,
    overview: { ...overview, seats },
    userId: session.userId,
    at: new Date().toISOString(),
  };
  keepLastState(JSON.stringify(last));
}

/** Dots take the key's place, so that the layout does not shift. */
const withoutSecrets = (seat: Seat): Seat => ({
  ...seat,
  license_key: seat.license_key.replaceAll(/[^-]/g, "•"),
  ip_address: null,
});

let isOpened = false;
const opened = new WeakMap<Request, LastOverview | null>();

/**
 * The signed-in user's stored overview, for the first navigation after the document was loaded. All loaders of that
 * navigation get the same overview, because they get the same request.
 * @returns null for later navigations, and if the overview is missing or too old
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
    const age = Date.now() - Date.parse(last.at);
    return isOwn && age >= 0 && age < SHOWN_FOR ? last : null;
  } catch {
    // Missing, or from another version of the site.
    return null;
  }
}
