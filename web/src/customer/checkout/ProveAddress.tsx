import { type ReactElement, useEffect, useState } from "react";
import { confirmEmail, sendEmailCode } from "#shared/accounts/customer.ts";
import { MINUTE } from "#shared/instant.ts";
import { messageOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { CodeField } from "../account/CodeField.tsx";

/** After this time, the server holds a unit even without the code, in case our mail is late. */
const MAIL_TAKES_MS = 2 * MINUTE;

type ProveAddressProps = { email: string; onProven: () => void; onLate?: () => void };

/**
 * Asks for the mailed code, and then continues with the payment or the waiting list.
 * @param props.onLate continues without the code
 */
export function ProveAddress({ email, onProven, onLate }: ProveAddressProps): ReactElement {
  const [code, setCode] = useState("");
  const [isLate, setLate] = useState(false);
  const send = useAction(sendEmailCode, { quiet: true, revalidate: false });
  const confirm = useAction(confirmEmail, { quiet: true, revalidate: false, onSuccess: onProven });
  const sendCode = send.run;
  useEffect(() => {
    void sendCode({});
    const timer = setTimeout(() => setLate(true), MAIL_TAKES_MS);
    return () => clearTimeout(timer);
  }, [sendCode]);
  return (
    <Form onSubmit={() => void confirm.run({ code })} className="mt-5 border-t border-line pt-4">
      <p className="text-sm">
        Confirm your email address first, so that we can hold a unit for you. Enter the six-digit code that we
        email to <strong className="font-medium wrap-anywhere">{email}</strong>.
      </p>
      <div className="mt-3">
        <CodeField
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={confirm.error === null ? undefined : messageOf(confirm.error)}
        />
      </div>
      {send.error !== null && <p className="mt-2 text-xs text-quiet">{messageOf(send.error)}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="submit" size="small" pending={confirm.pending}>
          Confirm and continue
        </Button>
        {isLate && onLate && (
          <Button size="small" variant="quiet" onClick={onLate}>
            Continue without the code
          </Button>
        )}
      </div>
    </Form>
  );
}
