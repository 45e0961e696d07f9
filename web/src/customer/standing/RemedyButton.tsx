import type { ReactElement } from "react";
import { useNavigate } from "react-router-dom";
import { sendEmailCode } from "#shared/accounts/customer.ts";
import { keepSubscription } from "#shared/subscriptions/customer.ts";
import { failureOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { usePortal } from "../subscription/usePortal.ts";
import type { ButtonLook } from "./action.ts";

type RemedyProps = { kind: "fixPayment" | "keep" | "sendCode"; label: string; look: ButtonLook };

export default function RemedyButton({ kind, ...props }: RemedyProps): ReactElement {
  if (kind === "fixPayment") return <FixPayment {...props} />;
  return kind === "keep" ? <Keep {...props} /> : <SendCode {...props} />;
}

type ButtonProps = { look: ButtonLook; label: string };

/** Opens Stripe's portal at the payment method. A new card is charged afterwards. */
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
