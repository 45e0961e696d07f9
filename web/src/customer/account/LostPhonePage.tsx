import { type FormEvent, type ReactElement, useState } from "react";
import { recoverAccount } from "#shared/accounts/recovery.ts";
import { BRAND } from "#shared/brand.ts";
import { refusalOf } from "../../api/ApiError.ts";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { CodeField } from "./CodeField.tsx";
import { carriedEmail } from "./carriedEmail.ts";
import { leaveForSignIn } from "./leaveForSignIn.ts";

const FIELDS = ["email", "recoveryCode", "code"] as const;

export function Component(): ReactElement {
  useTitle("Lost your phone?");
  const [typed, setTyped] = useState(() => ({ email: carriedEmail(), recoveryCode: "", code: "" }));
  const [mailed, setMailed] = useState(false);
  const { run, pending, error } = useAction(recoverAccount, {
    quiet: true,
    revalidate: false,
    onSuccess: ({ removed }) => (removed ? leaveForSignIn("recovered") : setMailed(true)),
  });
  const { email, recoveryCode, code } = typed;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void run({ email, recoveryCode, ...(mailed ? { code } : {}) });
  };
  const input = (field: keyof typeof typed) => ({
    value: typed[field],
    error: refusalOf(error, field),
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [field]: target.value }),
  });
  const isOfField = FIELDS.some((field) => refusalOf(error, field) !== undefined);
  return (
    <AuthFrame
      title={mailed ? "Check your email" : "Lost your phone?"}
      lead={
        mailed ? (
          <>
            We emailed a code to <strong className="font-medium wrap-anywhere text-ink">{email}</strong>. It
            expires in 15 minutes.
          </>
        ) : (
          <>
            Remove the second factor with your recovery code and a code we email you. Found your phone?{" "}
            <a href={paths.login.href()} className="font-medium text-signal-ink hover:underline">
              Sign in
            </a>
          </>
        )
      }
    >
      <AccountForm
        onSubmit={send}
        button={mailed ? "Remove second factor" : "Email me a code"}
        pending={pending}
        below={
          mailed ? (
            <Button size="small" variant="quiet" className="-ml-3" onClick={() => setMailed(false)}>
              Start again
            </Button>
          ) : (
            <p className="text-sm text-quiet">
              No recovery code?{" "}
              <a href={`mailto:${BRAND.supportEmail}`} className="underline">
                Write to us
              </a>{" "}
              from your account's address. A person checks that the account is yours, which can take days.
            </p>
          )
        }
      >
        {error !== null && !isOfField && (
          <FailureBanner
            error={error}
            refused={mailed ? "The second factor is still on" : "The code was not sent"}
            maybe={mailed ? "The second factor may be off." : "The code may be on its way."}
          />
        )}
        {mailed ? (
          <CodeField {...input("code")} />
        ) : (
          <>
            <Field label="Email" type="email" autoComplete="username" inputMode="email" {...input("email")} />
            <Field label="Recovery code" autoComplete="off" maxLength={80} {...input("recoveryCode")} />
          </>
        )}
      </AccountForm>
    </AuthFrame>
  );
}
