import type { ReactElement } from "react";
import { Link, useNavigate } from "react-router-dom";
import { sendEmailCode } from "#shared/accounts/customer.ts";
import { keepSubscription } from "#shared/billing/customer.ts";
import { BRAND } from "#shared/brand.ts";
import { DOWNLOADS } from "#shared/releases.ts";
import { failureOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { visitorPlatform } from "../dashboard/platform.ts";
import { FreeKey } from "../seats/FreeKey.tsx";
import { usePortal } from "../subscription/usePortal.ts";
import type { Action } from "./action.ts";

type Look = { variant: "primary" | "secondary"; size: "small" | "normal" };

/** The button of a problem or of the next step. */
export function ActionButton({ action, look }: { action: Action; look: Look }): ReactElement {
  const className = buttonClass(look.variant, look.size);
  switch (action.kind) {
    case "go":
      return (
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
      return <FixPayment look={look} label={action.label} />;
    case "keep":
      return <Keep look={look} label={action.label} />;
    case "sendCode":
      return <SendCode look={look} label={action.label} />;
    case "freeKey":
      return <FreeKey />;
  }
}

type ButtonProps = { look: Look; label: string };

/** The shortest way to pay: Stripe's portal at the payment method, which charges what is owed afterwards. */
function FixPayment({ look, label }: ButtonProps): ReactElement {
  const { open, opening } = usePortal();
  return (
    <Button {...look} pending={opening !== null} onClick={() => open("fix")}>
      {label}
    </Button>
  );
}

function Keep({ look, label }: ButtonProps): ReactElement {
  const { run, pending } = useAction(keepSubscription, {
    success: "Your subscription will continue.",
    failure: failureOf("Failed to keep subscription"),
  });
  return (
    <Button {...look} pending={pending} onClick={() => run({})}>
      {label}
    </Button>
  );
}

function SendCode({ look, label }: ButtonProps): ReactElement {
  const navigate = useNavigate();
  const { run, pending } = useAction(sendEmailCode, { revalidate: false });
  const send = async (): Promise<void> => {
    if ((await run({})) !== undefined) navigate(paths.confirmEmail.href(), { state: { sent: true } });
  };
  return (
    <Button {...look} pending={pending} onClick={send}>
      {label}
    </Button>
  );
}
