import { lazy, type ReactElement, Suspense } from "react";
import { Link, useLocation } from "react-router-dom";
import { BRAND } from "#shared/brand.ts";
import { DOWNLOADS } from "#shared/releases.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { visitorPlatform } from "../dashboard/platform.ts";
import { FreeKey } from "../seats/FreeKey.tsx";
import type { Action, ButtonLook } from "./action.ts";

/** Loaded only for the problems that an endpoint solves. */
const RemedyButton = lazy(() => import("./RemedyButton.tsx"));

export function ActionButton({ action, look }: { action: Action; look: ButtonLook }): ReactElement | null {
  const { pathname } = useLocation();
  const className = buttonClass(look.variant, look.size);
  switch (action.kind) {
    case "go":
      return action.to === pathname ? null : (
        <Link to={action.to} className={className}>
          {action.label}
        </Link>
      );
    case "support":
      return (
        <a href={`mailto:${BRAND.supportEmail}`} className={className}>
          {action.label}
        </a>
      );
    case "download":
      return (
        <a
          href={DOWNLOADS[visitorPlatform(navigator.userAgent) ?? "windows"].path}
          download
          className={className}
        >
          {action.label}
        </a>
      );
    case "fixPayment":
    case "keep":
    case "sendCode":
      return (
        <Suspense
          fallback={
            <Button {...look} disabled>
              {action.label}
            </Button>
          }
        >
          <RemedyButton kind={action.kind} label={action.label} look={look} />
        </Suspense>
      );
    case "freeKey":
      return <FreeKey />;
  }
}
