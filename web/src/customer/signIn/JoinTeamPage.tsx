import { type ReactElement, useState } from "react";
import { Link, useLoaderData } from "react-router-dom";
import { joinTeam } from "#shared/billing/team.ts";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { useAction } from "../../api/useAction.ts";
import { requireSession } from "../../app/guard.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { AuthFrame } from "../account/AuthFrame.tsx";

type Loaded = { token: string; email: string };

export async function loader({ request }: { request: Request }): Promise<Loaded> {
  // Most who are invited have no account yet.
  const { email } = requireSession(request, "signup");
  return { token: new URL(request.url).searchParams.get("invitation") ?? "", email };
}

/** Accepts a seat of someone else's team. */
export function Component(): ReactElement {
  useTitle("Join a team");
  const { token, email } = useLoaderData<Loaded>();
  const [isDone, setDone] = useState(false);
  const { run, pending, error } = useAction(joinTeam, { quiet: true, revalidate: false });
  const accept = async (): Promise<void> => {
    if ((await run({ token })) !== undefined) setDone(true);
  };
  if (isDone)
    return (
      <AuthFrame title="The seat is yours" lead="Your license key is in your account, under Seats.">
        <Link to={paths.seats.href()} className={buttonClass("primary", "normal", "mt-8 w-full")}>
          Show my key
        </Link>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title="Accept a seat in a team"
      lead={`You get a license key for one computer. Someone else pays for it. You are signed in as ${email}.`}
    >
      <div className="mt-8 space-y-5">
        {error !== null && (
          <FailureBanner
            error={error}
            refused="The invitation was not accepted"
            maybe="The seat may be yours already."
          />
        )}
        <Button
          variant="primary"
          size="large"
          className="w-full"
          pending={pending}
          onClick={() => void accept()}
        >
          Accept the seat
        </Button>
      </div>
    </AuthFrame>
  );
}
