import type { ReactElement } from "react";
import { Link, useNavigate } from "react-router-dom";
import { paths } from "../../app/paths.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { ActionButton } from "../standing/ActionButton.tsx";
import type { Action } from "../standing/action.ts";
import { CheckoutFrame } from "./CheckoutFrame.tsx";

/** `plan`: the primary button is the `remedy`, or else “Your plan”, instead of “Go Back”. */
type UnavailableProps = { title: string; reason: string; plan: boolean; remedy?: Action | undefined };

export function Unavailable({ title, reason, plan, remedy }: UnavailableProps): ReactElement {
  const navigate = useNavigate();
  return (
    <CheckoutFrame>
      <div className="mx-auto grid max-w-md grid-cols-1 place-items-center py-16 text-center">
        <svg aria-hidden="true" viewBox="0 0 160 96" className="desk w-44 max-w-full">
          <rect className="desk-gap" x="30" y="8" width="100" height="80" rx="8" />
          <path className="desk-text" d="M48 32h64M48 48h64M48 64h28" />
          <path className="desk-ink-play" d="M92 58v14l12-7z" />
        </svg>
        <h1 className="mt-8 text-xl">{title}</h1>
        <p className="mt-2 text-quiet">{reason}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          {remedy && <ActionButton action={remedy} look={{ variant: "primary", size: "normal" }} />}
          <Button
            variant={plan ? "secondary" : "primary"}
            onClick={() => (window.history.length > 1 ? navigate(-1) : navigate(paths.dashboard.href()))}
          >
            Go Back
          </Button>
          <Link
            to={paths.subscription.href()}
            className={buttonClass(plan && !remedy ? "primary" : "secondary")}
          >
            Your plan
          </Link>
        </div>
      </div>
    </CheckoutFrame>
  );
}
