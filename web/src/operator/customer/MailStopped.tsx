import type { ReactElement } from "react";
import type { MailStop } from "#shared/accounts/mailStop.ts";
import { resumeMail } from "#shared/accounts/operator.ts";
import { Banner } from "../../ui/Banner.tsx";
import { moment } from "../../ui/format.ts";
import { useChange, userSubject } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";

const REASONS = {
  bounced: {
    title: "Mail to this address bounces",
    text: "This address gets only the codes that the customer requests.",
    advice: "If the mailbox still does not exist, the next mail bounces and stops mail again.",
  },
  complained: {
    title: "A mail to this address was marked as spam",
    text: "This address gets only codes, receipts, license keys, and notices about refunds and the account.",
    advice:
      "Do this only if the customer asked for it: another complaint makes our mail to everyone likelier to land in spam.",
  },
} as const satisfies Record<MailStop["why"], object>;

type MailStoppedProps = { userId: string; email: string; stop: MailStop };

export function MailStopped({ userId, email, stop }: MailStoppedProps): ReactElement {
  const { title, text, advice } = REASONS[stop.why];
  const resuming = useChange(resumeMail, {
    changes: () => [userSubject(userId)],
    success: "Mail to this address is on again.",
    failure: "Failed to resume mail",
  });
  return (
    <Banner tone="warn" title={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0">
          Since {moment(stop.at)}. {text}
        </p>
        <ConfirmedAction
          label="Send mail again"
          title={`Send mail to ${email} again?`}
          run={() => resuming.run({ userId })}
        >
          {advice}
        </ConfirmedAction>
      </div>
    </Banner>
  );
}
