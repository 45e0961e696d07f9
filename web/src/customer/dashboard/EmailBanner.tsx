import { type ReactElement, useState } from "react";
import { useNavigate } from "react-router-dom";
import { sendEmailCode } from "#shared/accounts/customer.ts";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { readStored, writeStored } from "../../app/storage.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";

/** Put off for as long as the tab stays open. */
const KEY = "confirmEmailLater";

export function EmailBanner({ email }: { email: string }): ReactElement | null {
  const navigate = useNavigate();
  const [later, setLater] = useState(() => readStored("sessionStorage", KEY) !== null);
  const { run, pending } = useAction(sendEmailCode, { revalidate: false });
  if (later) return null;
  const send = async (): Promise<void> => {
    if ((await run({})) !== undefined) navigate(paths.confirmEmail.href(), { state: { sent: true } });
  };
  return (
    <Banner tone="neutral" title="Confirm your email address" className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 break-words">
          We mail six digits to {email}, so that receipts and a forgotten password reach you.
        </p>
        <span className="flex gap-2">
          <Button size="small" pending={pending} onClick={send}>
            Send code
          </Button>
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              writeStored("sessionStorage", KEY, "1");
              setLater(true);
            }}
          >
            Later
          </Button>
        </span>
      </div>
    </Banner>
  );
}
