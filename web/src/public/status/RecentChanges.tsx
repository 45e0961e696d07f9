import type { ReactElement } from "react";
import type { Output } from "#shared/endpoint.ts";
import type { getHistory } from "#shared/status/public.ts";
import { SERVICE_NAMES, STATE_NAMES } from "#shared/status/service.ts";
import { moment } from "../../ui/format.ts";
import { STATUS_FEED } from "./feed.ts";

const MAX_SHOWN = 10;

/** The latest changes, newest first. The RSS feed lists the same changes. */
export function RecentChanges({
  changes,
}: {
  changes: Output<typeof getHistory>["changes"] | null;
}): ReactElement {
  return (
    <section className="mt-12">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg">Recent changes</h2>
        <a href={STATUS_FEED} className="rounded-small text-sm text-quiet underline hover:text-ink">
          RSS feed
        </a>
      </div>
      {changes &&
        (changes.length === 0 ? (
          <p className="mt-3 text-quiet">No changes in the last 90 days.</p>
        ) : (
          <ol className="mt-3 divide-y divide-line border-y border-line text-sm">
            {changes.slice(0, MAX_SHOWN).map(({ service, from, to, at, note }) => (
              <li key={`${service}${at}`} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-3">
                <time dateTime={at} className="figures w-48 text-quiet">
                  {moment(at)}
                </time>
                <span>
                  <span className="font-medium">{SERVICE_NAMES[service]}</span>: {STATE_NAMES[from]} to{" "}
                  {STATE_NAMES[to]}
                  {note && <span className="block text-quiet">{note}</span>}
                </span>
              </li>
            ))}
          </ol>
        ))}
    </section>
  );
}
