import { type ReactElement, useState } from "react";
import { resendMail } from "#shared/mail/operator.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import { moment } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { MARKS } from "../../ui/marks.ts";
import { Select } from "../../ui/Select.tsx";
import { useChange, userSubject } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { AtStripe } from "./AtStripe.tsx";
import { KINDS, type Moment, timelineOf } from "./timeline.ts";
import type { Customer } from "./verdict.ts";

const FIRST = 20;
const CHOICES = [
  { value: "all", label: "Everything" },
  ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
];

export function Timeline({ customer }: { customer: Customer }): ReactElement {
  const [kind, setKind] = useState("all");
  const [isWhole, setWhole] = useState(false);
  const all = timelineOf(customer).filter((each) => kind === "all" || each.kind === kind);
  const shown = isWhole ? all : all.slice(0, FIRST);
  return (
    <Card className="p-4.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CardTitle>Timeline</CardTitle>
        <Select
          bare
          label="Show in the timeline"
          choices={CHOICES}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        />
      </div>
      <ol aria-label="Timeline" className="mt-2 divide-y divide-line text-sm">
        {shown.map((each) => (
          <Line key={each.id} moment={each} customer={customer} />
        ))}
      </ol>
      {all.length === 0 && <p className="mt-2 text-sm text-quiet">No entries to show.</p>}
      {shown.length < all.length && (
        <Button size="small" className="mt-3" onClick={() => setWhole(true)}>
          Show all {all.length}
        </Button>
      )}
    </Card>
  );
}

type LineProps = { moment: Moment; customer: Customer };

function Line({ moment: each, customer: { account, livemode } }: LineProps): ReactElement {
  const { at, tone = "neutral", text, detail, stripe, mailId } = each;
  const { icon, color } = MARKS[tone];
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
      <Icon name={icon} className={cx("size-3.5 shrink-0 translate-y-0.5", color)} />
      <span className="min-w-0 flex-1 basis-48">
        <span className="wrap-anywhere">{text}</span>
        {detail !== undefined && <span className="block text-xs wrap-anywhere text-quiet">{detail}</span>}
      </span>
      {mailId !== undefined && <Resend userId={account.id} email={account.email} mailId={mailId} />}
      {stripe !== undefined && <AtStripe path={stripe} livemode={livemode} />}
      <time dateTime={at} className="text-xs text-quiet">
        {moment(at)}
      </time>
    </li>
  );
}

function Resend({ userId, email, mailId }: { userId: string; email: string; mailId: string }): ReactElement {
  const resend = useChange(resendMail, {
    changes: () => [userSubject(userId)],
    success: "The mail is on its way.",
    failure: "Failed to resend the mail",
  });
  return (
    <ConfirmedAction label="Resend" title="Resend this mail?" run={() => resend.run({ userId, mailId })}>
      We send the mail again, word for word, to {email}.
    </ConfirmedAction>
  );
}
