import { type ReactElement, type ReactNode, Suspense } from "react";
import { Await } from "react-router-dom";
import type { ActivityEntry } from "#shared/activity/activity.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { count as inDigits, momentShort } from "../../ui/format.ts";
import { ActivityRow } from "../activity/ActivityRow.tsx";
import type { ShellData } from "./loader.ts";

export function TopCards({ videoCount, activity }: Pick<ShellData, "videoCount" | "activity">): ReactElement {
  return (
    <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <Suspense fallback={<VideoCount count={undefined} />}>
        <Await resolve={videoCount}>{(count) => <VideoCount count={count} />}</Await>
      </Suspense>
      <Card className="p-5 sm:p-6">
        <CardTitle>Recent Activity</CardTitle>
        <Suspense fallback={<p className="mt-3 text-sm text-quiet">Loading...</p>}>
          <Await resolve={activity}>{(entries) => <RecentActivity entries={entries} />}</Await>
        </Suspense>
      </Card>
    </div>
  );
}

/** In one line, for tabs other than the overview. */
export function TopLine({ videoCount, activity }: Pick<ShellData, "videoCount" | "activity">): ReactElement {
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-faint">
      <span>
        Your Video Count{" "}
        <Suspense fallback="...">
          <Await resolve={videoCount}>{(count) => (count === null ? "–" : inDigits(count))}</Await>
        </Suspense>
      </span>
      <span>
        Recent Activity{" "}
        <Suspense fallback="Loading...">
          <Await resolve={activity}>{(entries) => lastOf(entries)}</Await>
        </Suspense>
      </span>
    </p>
  );
}

function lastOf(entries: readonly ActivityEntry[] | null): string {
  const [last] = entries ?? [];
  return last === undefined ? "none" : momentShort(last.created_at);
}

/** `undefined`: loading; `null`: failed. */
function VideoCount({ count }: { count: number | null | undefined }): ReactElement {
  return (
    <Card className="flex items-center justify-between gap-4 p-5 sm:p-6 md:block">
      <p className="figures text-[2.75rem] leading-none font-semibold tracking-[-0.03em] wrap-anywhere max-md:order-2 max-md:max-w-3/5 max-md:shrink-0">
        {count === undefined ? "..." : count === null ? "–" : inDigits(count)}
      </p>
      <div className="min-w-0 md:mt-3">
        <h2 className="text-sm leading-6 font-normal tracking-normal text-quiet">Your Video Count</h2>
        <p className="text-sm text-faint">{hint(count)}</p>
      </div>
    </Card>
  );
}

function hint(count: number | null | undefined): string {
  if (count === null) return "The count could not be loaded. Reload the page to try again.";
  return "Every video you finish in the application counts here.";
}

function RecentActivity({ entries }: { entries: readonly ActivityEntry[] | null }): ReactElement {
  if (entries === null)
    return <Quiet>Recent activity could not be loaded. Reload the page to try again.</Quiet>;
  if (entries.length === 0) return <Quiet>No recent activity found.</Quiet>;
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      aria-label="Recent activity"
      className="-mr-2 mt-1.5 max-h-56 divide-y divide-line overflow-y-auto pr-2"
    >
      {entries.map((entry) => (
        <ActivityRow key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function Quiet({ children }: { children: ReactNode }): ReactElement {
  return <p className="mt-3 text-sm text-quiet">{children}</p>;
}
