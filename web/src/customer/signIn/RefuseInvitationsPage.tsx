import { type ReactElement, useState } from "react";
import { unsubscribe } from "#shared/accounts/public.ts";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { useAction } from "../../api/useAction.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { AuthFrame } from "../account/AuthFrame.tsx";

/** Opened by a link in an invitation. Requires a click, because mail scanners open links but press no buttons. */
export function Component(): ReactElement {
  useTitle("Refuse invitations");
  const [isDone, setDone] = useState(false);
  const { run, pending, error } = useAction(unsubscribe, {
    quiet: true,
    revalidate: false,
    onSuccess: () => setDone(true),
  });
  return (
    <AuthFrame
      title="Refuse invitations"
      lead="After you refuse, no team can email you an invitation. If you have an account, you can allow invitations again under Notifications."
    >
      <div className="mt-8 space-y-5">
        {error !== null && (
          <FailureBanner
            error={error}
            refused="Invitations were not refused"
            maybe="Invitations may already be refused."
          />
        )}
        {isDone ? (
          <Banner tone="good">You will get no more invitations by email.</Banner>
        ) : (
          <Button
            variant="primary"
            size="large"
            className="w-full"
            pending={pending}
            onClick={() => void run({ token: window.location.hash.slice(1) })}
          >
            Refuse invitations
          </Button>
        )}
      </div>
    </AuthFrame>
  );
}
