import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import { buttonClass } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { ago, atTime } from "../../ui/format.ts";
import { missingIn, type Needs, needRows } from "../shell/needs.ts";

/**
 * The operator's open tasks, each with its deadline or age, its amount and one action. A task disappears only when its
 * cause does: it cannot be dismissed.
 */
export function NeedsYou({ needs }: { needs: Needs }): ReactElement {
  const rows = needRows(needs);
  const missing = missingIn(needs);
  return (
    <Card className="p-4.5">
      <CardTitle>Needs you</CardTitle>
      {missing.map((sentence) => (
        <p key={sentence} role="status" className="mt-2 text-sm text-warn-ink">
          {sentence}
        </p>
      ))}
      {rows.length === 0 && missing.length === 0 && (
        <p className="mt-2 text-sm text-quiet">
          Nothing needs you. This card lists payments without a license, incidents, disputes, fraud warnings,
          withdrawals, failed Stripe events, unsent mail, payout requests, security alerts, and payouts that
          wait, failed, are held back or were skipped.
        </p>
      )}
      <ul aria-label="Needs you" className="mt-1 divide-y divide-line text-sm">
        {rows.map(({ id, text, due, since, action, to }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className="min-w-0 flex-1 basis-48 font-medium wrap-anywhere">{text}</span>
            <span className="text-xs text-quiet">
              {due === null ? ago(since) : `answer by ${atTime(due)}`}
            </span>
            <Link to={to} className={buttonClass("secondary", "small")}>
              {action}
              <span className="sr-only">: {text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
