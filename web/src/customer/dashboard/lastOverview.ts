import * as z from "zod/mini";
import { getOverview } from "#shared/customers/overview.ts";
import { DAY } from "#shared/instant.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { ReleaseCatalog } from "#shared/releaseCatalog.ts";
import { forgetLastState, keepLastState, readLastState } from "../../app/lastState.ts";
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

/**
 * A suspended account is not kept, because only the API's answer of now may lead it to its billing. License keys and
 * addresses are not kept either: the session may end elsewhere, and the page is painted before the API says so.
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

/** The dots are as long as the key, so that nothing moves when the key comes. */
const withoutSecrets = (seat: Seat): Seat => ({
  ...seat,
  license_key: seat.license_key.replaceAll(/[^-]/g, "•"),
  ip_address: null,
});

let isOpened = false;
const opened = new WeakMap<Request, LastOverview | null>();

/**
 * What the overview showed last to the person who is signed in, where a document opens it for the first time: the
 * loaders of that navigation share the request. Null for every other one, and where it is unknown or too old.
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
    // Nothing, or what another version of the site kept.
    return null;
  }
}
