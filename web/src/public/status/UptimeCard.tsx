import type { ReactElement } from "react";
import { DAY, MINUTE } from "#shared/instant.ts";
import { HISTORY_DAYS } from "#shared/status/service.ts";
import { type DayOfChecks, shareAnswered, type Uptime } from "#shared/status/uptime.ts";
import { inPercent } from "#shared/words.ts";
import { moment, utcDay } from "../../ui/format.ts";
import { CLAIMED_UPTIME } from "../claimedUptime.ts";

const STEP = 8;
/** Three missed runs of the probe, which runs every five minutes. */
const SILENT_AFTER = 15 * MINUTE;

type UptimeCardProps = {
  /** The first day of the history; null until it has loaded. */
  since: string | null;
  uptime: Uptime | null;
  /** Whether the last request failed. */
  unreachable: boolean;
  now: Date;
};

/** The measured uptime beside the uptime that the landing page claims. */
export function UptimeCard({ since, uptime, unreachable, now }: UptimeCardProps): ReactElement {
  const share = uptime && shareAnswered(uptime.days);
  return (
    <section id="uptime" aria-labelledby="uptime-title" className="mt-12 scroll-mt-24">
      <h2 id="uptime-title" className="text-lg">
        Measured uptime
      </h2>
      <div className="mt-3 rounded-card border border-line bg-surface p-5 sm:p-6">
        <dl className="flex flex-wrap gap-x-12 gap-y-3">
          <Figure name={`Measured, last ${HISTORY_DAYS} days`}>
            {share === null ? "None yet" : inPercent(share)}
          </Figure>
          <Figure name="Stated on our home page">{CLAIMED_UPTIME}</Figure>
        </dl>
        <p className="mt-3 text-sm text-quiet">
          Every five minutes, a check requests a page of this site and its API. Days without a check are left
          out.
        </p>
        {uptime && since && <Days since={since} days={uptime.days} />}
        <p className="mt-3 text-sm text-quiet">
          {(unreachable || isSilent(uptime, now)) && (
            <span className="mr-2 font-medium text-warn-ink">We could not check.</span>
          )}
          {uptime?.last_answer_at && (
            <>
              Last answer <time dateTime={uptime.last_answer_at}>{moment(uptime.last_answer_at)}</time>
            </>
          )}
        </p>
      </div>
    </section>
  );
}

function Figure({ name, children }: { name: string; children: string }): ReactElement {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="figures text-xl font-semibold tracking-tight">{children}</dd>
    </div>
  );
}

/** Whether the last three runs of the probe are missing. */
export const isSilent = (uptime: Uptime | null, now: Date): boolean =>
  uptime !== null &&
  (uptime.last_check_at === null || now.getTime() - Date.parse(uptime.last_check_at) > SILENT_AFTER);

type DaysProps = { since: string; days: Uptime["days"] };

/** A bar per day, shorter if checks failed, so that color is not the only cue. A table has the figures. */
function Days({ since, days }: DaysProps): ReactElement {
  const dayOf = (at: number): string => utcDay(new Date(Date.parse(since) + at * DAY).toISOString());
  const measured = days.flatMap((one, at) => (one ? [{ ...one, at }] : []));
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${HISTORY_DAYS * STEP - 2} 28`}
        preserveAspectRatio="none"
        className="mt-4 h-8 w-full"
      >
        {days.map((one, at) => (
          <path
            key={dayOf(at)}
            className={`status-${stateOf(one)}`}
            d={`M${at * STEP} 28v-${heightOf(one)}h6v${heightOf(one)}z`}
          />
        ))}
      </svg>
      <details className="mt-3 text-sm">
        <summary className="cursor-pointer rounded-small text-quiet hover:text-ink">Day by day</summary>
        {measured.length === 0 ? (
          <p className="mt-2 text-quiet">No check has run yet.</p>
        ) : (
          <table className="figures mt-2 w-full text-left">
            <thead>
              <tr className="text-quiet">
                <th className="py-1 font-medium">Day (UTC)</th>
                <th className="py-1 text-right font-medium">Checks</th>
                <th className="py-1 text-right font-medium">Answered</th>
                <th className="py-1 text-right font-medium">Uptime</th>
              </tr>
            </thead>
            <tbody>
              {measured.reverse().map((one) => (
                <tr key={one.at} className="border-t border-line">
                  <td className="py-1">{dayOf(one.at)}</td>
                  <td className="py-1 text-right">{one.checks}</td>
                  <td className="py-1 text-right">{one.answered}</td>
                  <td className="py-1 text-right">{inPercent(one.answered / one.checks)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </details>
    </>
  );
}

function stateOf(one: DayOfChecks | null): "none" | "green" | "yellow" | "red" {
  if (!one) return "none";
  const share = one.answered / one.checks;
  return share === 1 ? "green" : share >= 0.99 ? "yellow" : "red";
}

const HEIGHTS = { none: 4, green: 24, yellow: 18, red: 12 };
const heightOf = (one: DayOfChecks | null): number => HEIGHTS[stateOf(one)];
