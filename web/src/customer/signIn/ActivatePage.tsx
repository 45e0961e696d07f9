import { type ReactElement, useState } from "react";
import { Link, useLoaderData } from "react-router-dom";
import { getSignIn, type SignInRequest } from "#shared/licenses/signIn.ts";
import { ApiError, messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Banner } from "../../ui/Banner.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { AuthFrame } from "../account/AuthFrame.tsx";
import { Approve } from "./Approve.tsx";
import { EnterUserCode } from "./EnterUserCode.tsx";

type Loaded = { typed: string; request: SignInRequest | null; problem: string | null };

const ANSWERS: readonly unknown[] = ["NOT_FOUND", "RATE_LIMITED", "VALIDATION_ERROR"];

export async function loader({ request }: { request: Request }): Promise<Loaded> {
  requireSession(request);
  const typed = new URL(request.url).searchParams.get("code") ?? "";
  if (typed === "") return { typed, request: null, problem: null };
  try {
    const found = await orSignIn(request, call(getSignIn, { code: typed }, { signal: request.signal }));
    return { typed, request: found.request, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError) || !ANSWERS.includes(error.code)) throw error;
    return { typed, request: null, problem: messageOf(error) };
  }
}

/** Gives one of the customer's seats to a computer that shows a code. */
export function Component(): ReactElement {
  useTitle("Activate a computer");
  const { typed, request, problem } = useLoaderData<Loaded>();
  // An answered request no longer exists, so the page remembers the result.
  const [done, setDone] = useState<{ computer: string; approved: boolean } | null>(null);
  if (done !== null) return <Done {...done} />;
  if (request === null)
    return (
      <AuthFrame
        title="Activate a computer"
        lead="Enter the code that the application shows on your computer."
      >
        <EnterUserCode key={typed} typed={typed} problem={problem} />
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={`Activate “${request.computer_name}”?`}
      lead="A computer wants to use one of your seats."
    >
      <Approve
        key={request.code}
        request={request}
        onDone={(approved) => setDone({ computer: request.computer_name, approved })}
      />
    </AuthFrame>
  );
}

function Done({ computer, approved }: { computer: string; approved: boolean }): ReactElement {
  return (
    <AuthFrame
      title={approved ? "Go back to the application" : "Request denied"}
      lead={approved ? `“${computer}” gets the seat in a few seconds.` : `“${computer}” does not get a seat.`}
    >
      <div className="mt-8 space-y-5">
        <Banner tone={approved ? "good" : "neutral"}>
          {approved
            ? "You can close this page."
            : "If you did not start this, someone may have sent you the link. Your seats are unchanged."}
        </Banner>
        <Link to={paths.seats.href()} className={buttonClass("secondary", "normal", "w-full")}>
          Open your seats
        </Link>
      </div>
    </AuthFrame>
  );
}
