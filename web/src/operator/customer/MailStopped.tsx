import type { ReactElement } from "react";
import type { MailStop } from "#shared/accounts/mailStop.ts";
import { resumeMail } from "#shared/accounts/operator.ts";
import { Banner } from "../../ui/Banner.tsx";
import { moment } from "../../ui/format.ts";
import { useChange, userSubject } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { failed } from "../kit/failed.ts";

const REASONS = {
  bounced: {
    title: "Mail to this address bounces",
    text: "We send it only the codes that the customer requests.",
    advice: "If the mailbox still does not exist, the next mail bounces and stops mail again.",
  },
  complained: {
    title: "A mail to this address was marked as spam",
    text: "We send it only codes, receipts, license keys and security notices.",
    advice:
      "Do this only if the customer asked for it: another complaint makes our mail to everyone likelier to land in spam.",
  },
} as const satisfies Record<MailStop["why"], object>;

type MailStoppedProps = { userId: string; email: string; stop: MailStop };

/** Says that mail to the customer is stopped, with a button that resumes it. */
export function MailStopped({ userId, email, stop }: MailStoppedProps): ReactElement {
  const { title, text, advice } = REASONS[stop.why];
  const resuming = useChange(resumeMail, {
    changes: () => [userSubject(userId)],
    success: "Mail to this address is sent again.",
    failure: failed("Failed to clear"),
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
