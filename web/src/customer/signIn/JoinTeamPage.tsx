import { type ReactElement, useState } from "react";
import { Link, useLoaderData } from "react-router-dom";
import { getAccount } from "#shared/accounts/customer.ts";
import { joinTeam } from "#shared/subscriptions/team.ts";
import { call } from "../../api/call.ts";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { useAction } from "../../api/useAction.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { dropInvitation, type Invitation, takeInvitation } from "../../app/invitation.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { AuthFrame } from "../account/AuthFrame.tsx";

type Loaded = { invitation: Invitation | null; email: string; emailConfirmed: boolean };

export async function loader({ request }: { request: Request }): Promise<Loaded> {
  const address = new URL(request.url);
  const invitation = takeInvitation(address);
  // The sign-up page returns to this address, so the address must not contain the invitation's secret.
  const clean = new Request(new URL(address.pathname, address));
  requireSession(clean, "signup");
  const { account } = await orSignIn(clean, call(getAccount, {}, { signal: request.signal }));
  return { invitation, email: account.email, emailConfirmed: account.emailConfirmed };
}

export function Component(): ReactElement {
  useTitle("Join a team");
  const { invitation, email, emailConfirmed } = useLoaderData<Loaded>();
  const [isDone, setDone] = useState(false);
  const { run, pending, error } = useAction(joinTeam, { quiet: true, revalidate: false });
  const accept = async (): Promise<void> => {
    if ((await run({ token: invitation?.token ?? "" })) === undefined) return;
    dropInvitation();
    setDone(true);
  };
  if (isDone)
    return (
      <AuthFrame title="The seat is yours" lead="Your license key is in your account, under Seats.">
        <Link to={paths.seats.href()} className={buttonClass("primary", "normal", "mt-8 w-full")}>
          Show my license key
        </Link>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title="Accept a seat in a team"
      lead={`${invitation?.from ? `Your link says that ${invitation.from} invited you. ` : ""}You get a license key for one computer. Someone else pays for it. You are signed in as ${email}.`}
    >
      <div className="mt-8 space-y-5">
        {error !== null && (
          <FailureBanner
            error={error}
            refused="The invitation was not accepted"
            maybe="The seat may be yours already."
          />
        )}
        {emailConfirmed ? (
          <Button
            variant="primary"
            size="large"
            className="w-full"
            pending={pending}
            onClick={() => void accept()}
          >
            Accept the seat
          </Button>
        ) : (
          <>
            <p className="text-sm text-quiet">Confirm your email address first. You will then return here.</p>
            <Link to={paths.confirmEmail.href()} className={buttonClass("primary", "large", "w-full")}>
              Confirm your email address
            </Link>
          </>
        )}
      </div>
    </AuthFrame>
  );
}
