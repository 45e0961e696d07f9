import type { ReactElement } from "react";
import type { Output } from "#shared/endpoint.ts";
import type { getHistory } from "#shared/status/public.ts";
import { SERVICE_NAMES, STATE_NAMES } from "#shared/status/service.ts";
import { STATUS_FEED } from "./feed.ts";

const MOST = 10;

/** What has happened, newest first; the feed has the same. */
export function RecentChanges({
  changes,
}: {
  changes: Output<typeof getHistory>["changes"] | null;
}): ReactElement {
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return (
    <section className="mt-12">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg">Recent changes</h2>
        <a href={STATUS_FEED} className="rounded-small text-sm text-quiet underline hover:text-ink">
          RSS feed
        </a>
      </div>
      {changes !== null && changes.length === 0 && (
        <p className="mt-3 text-quiet">Nothing has changed in the last ninety days.</p>
      )}
      {changes !== null && changes.length > 0 && (
        <ol className="mt-3 divide-y divide-line border-y border-line text-sm">
          {changes.slice(0, MOST).map(({ service, from, to, at, note }) => (
            <li key={`${service}${at}`} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-3">
              <time dateTime={at} className="figures w-48 text-quiet">
                {when.format(new Date(at))}
              </time>
              <span>
                <span className="font-medium">{SERVICE_NAMES[service]}</span>: {STATE_NAMES[from]} to{" "}
                {STATE_NAMES[to]}
                {note !== null && <span className="block text-quiet">{note}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
