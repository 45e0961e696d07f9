import type { ReactElement } from "react";
import {
  HISTORY_DAYS,
  SERVICE_NAMES,
  SERVICE_STATES,
  SERVICES,
  STATE_NAMES,
} from "#shared/status/service.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { CLAIMED_UPTIME } from "../claimedUptime.ts";
import { NO_DAYS, VIEW_BOX } from "./bars.ts";
import { STATUS_FEED } from "./feed.ts";
import { markOf } from "./words.ts";

const CARD = "rounded-card border border-line bg-surface p-5 sm:p-6";

/** The board before the first answer. enlivenStatusBoard.ts fills the elements that have `data-fill`. */
export function StatusBoard(): ReactElement {
  return (
    <div data-status-board="" className="contents">
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-xl sm:text-2xl">System Status</h1>
        <Button className="group">
          <Spinner className="hidden size-4 group-aria-busy:block" />
          Refresh
        </Button>
      </div>

      <div role="status" className={cx("mt-8", CARD)}>
        <p data-fill="overall" className="flex items-center gap-3 text-lg font-semibold tracking-tight">
          <span aria-hidden="true" className={cx("size-3", markOf(null))} />
          Checking the status
        </p>
        <p data-fill="last update" className="mt-1 min-h-5 pl-6 text-sm text-quiet" />
      </div>
      <ul aria-label="Open incidents" data-fill="open incidents" className="mt-4 grid gap-4 empty:hidden" />

      <ul className="mt-4 grid gap-4">
        {SERVICES.map((service) => (
          <li key={service} className={CARD}>
            <div className="flex items-center justify-between gap-4">
              <h2 className="text-base tracking-normal">{SERVICE_NAMES[service]}</h2>
              <p data-fill={service} className="flex items-center gap-2 text-sm font-medium" />
            </div>
            <figure className="mt-4">
              <Bars name={`days of ${service}`} label={`${SERVICE_NAMES[service]}: no history yet`} />
              <figcaption className="mt-2 flex justify-between gap-4 text-xs text-faint">
                <span>{HISTORY_DAYS} days ago</span>
                <span>Today</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>

      <ul aria-label="Legend" className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm text-quiet">
        {SERVICE_STATES.map((state) => (
          <li key={state} className="flex items-center gap-2">
            <span aria-hidden="true" className={cx("size-2", markOf(state))} />
            {STATE_NAMES[state]}
          </li>
        ))}
      </ul>

      <Uptime />
      <section className="mt-12">
        <h2 className="text-lg">Past incidents</h2>
        <div data-fill="past incidents" className="mt-3" />
      </section>
      <section className="mt-12">
        <div className="flex items-baseline justify-between gap-4">
          <h2 className="text-lg">Recent changes</h2>
          <a href={STATUS_FEED} className="rounded-small text-sm text-quiet underline hover:text-ink">
            RSS feed
          </a>
        </div>
        <div data-fill="recent changes" className="mt-3" />
      </section>
    </div>
  );
}

function Uptime(): ReactElement {
  return (
    <section id="uptime" aria-labelledby="uptime-title" className="mt-12 scroll-mt-24">
      <h2 id="uptime-title" className="text-lg">
        Measured uptime
      </h2>
      <div className={cx("mt-3", CARD)}>
        <dl className="flex flex-wrap gap-x-12 gap-y-3">
          <div className="flex flex-col-reverse">
            <dt className="text-sm text-quiet">Measured, last {HISTORY_DAYS} days</dt>
            <dd data-fill="measured" className={FIGURE}>
              –
            </dd>
          </div>
          <div className="flex flex-col-reverse">
            <dt className="text-sm text-quiet">Stated on our home page</dt>
            <dd className={FIGURE}>{CLAIMED_UPTIME}</dd>
          </div>
        </dl>
        <p className="mt-3 text-sm text-quiet">
          Every five minutes, a check requests a page of this site and its API. Days without a check are left
          out.
        </p>
        <div data-measured="" hidden className="mt-4">
          <Bars name="days of checks" />
          <details className="mt-3 text-sm">
            <summary className="cursor-pointer rounded-small text-quiet hover:text-ink">Day by day</summary>
            <table className="figures mt-2 w-full text-left">
              <thead>
                <tr className="text-quiet">
                  <th className="py-1 font-medium">Day (UTC)</th>
                  <th className="py-1 text-right font-medium">Checks</th>
                  <th className="py-1 text-right font-medium">Answered</th>
                  <th className="py-1 text-right font-medium">Uptime</th>
                </tr>
              </thead>
              <tbody data-fill="checks" />
            </table>
          </details>
        </div>
        <p data-fill="last check" className="mt-3 text-sm text-quiet" />
      </div>
    </section>
  );
}

const FIGURE = "figures text-xl font-semibold tracking-tight";

/** Without a label, screen readers skip the bars. */
function Bars({ name, label }: { name: string; label?: string }): ReactElement {
  return (
    <svg
      role={label && "img"}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      data-fill={name}
      viewBox={VIEW_BOX}
      preserveAspectRatio="none"
      className="h-8 w-full"
    >
      <path className="status-none" d={NO_DAYS} />
    </svg>
  );
}
