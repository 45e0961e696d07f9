import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactElement, useEffect } from "react";
import { useForm } from "react-hook-form";
import { Link, useLoaderData, useLocation, useNavigate } from "react-router-dom";
import { type Account, confirmEmail, getAccount, sendEmailCode } from "#shared/accounts/customer.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { useAction } from "../../api/useAction.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { keptInvitation } from "../../app/invitation.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { REDIRECT_MS } from "./afterSignIn.ts";
import { CodeField } from "./CodeField.tsx";
import { CodeForm } from "./schemas.ts";

export async function loader({ request }: { request: Request }): Promise<Account> {
  requireSession(request);
  const { account } = await orSignIn(
    request,
    call(getAccount, {}, { signal: request.signal }),
    "Failed to retrieve user information",
  );
  return account;
}

export function Component(): ReactElement {
  useTitle("Confirm your email address");
  const { email, emailConfirmed } = useLoaderData<Account>();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [next, name] =
    keptInvitation() !== null
      ? [paths.joinTeam.href(), "Continue to your team"]
      : [paths.dashboard.href(), "Go to Dashboard"];
  const sent = typeof state === "object" && state !== null && state.sent === true;

  useEffect(() => {
    if (!emailConfirmed) return undefined;
    const timer = setTimeout(() => navigate(next, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [emailConfirmed, navigate, next]);

  return (
    <AuthFrame
      title="Confirm your email address"
      lead={
        !emailConfirmed && (
          <>
            {sent ? "We sent a six-digit code to " : "Request a six-digit code, and we'll email it to "}
            <strong className="font-medium wrap-anywhere text-ink">{email}</strong>
            {sent ? ". It expires in 15 minutes." : "."}
          </>
        )
      }
    >
      {emailConfirmed ? (
        <div className="mt-8 space-y-5">
          <Banner tone="good">Your email address is confirmed. Redirecting...</Banner>
          <Link to={next} className={buttonClass("secondary", "normal", "w-full")}>
            {name}
          </Link>
        </div>
      ) : (
        <EnterCode sent={sent} />
      )}
    </AuthFrame>
  );
}

function EnterCode({ sent }: { sent: boolean }): ReactElement {
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setError } = useForm<CodeForm>({
    resolver: standardSchemaResolver(CodeForm),
    defaultValues: { code: "" },
  });
  const confirm = useAction(confirmEmail, { quiet: true });
  const send = useAction(sendEmailCode, { success: "A code is on its way.", revalidate: false });
  const { error } = confirm;

  useEffect(() => {
    if (error !== null) setError("code", { message: messageOf(error) }, { shouldFocus: true });
  }, [error, setError]);

  const submit = handleSubmit(async ({ code }) => {
    await confirm.run({ code });
  });
  const sendCode = async (): Promise<void> => {
    const answer = await send.run({});
    if (answer !== undefined) navigate(paths.confirmEmail.href(), { replace: true, state: { sent: true } });
  };

  return (
    <form noValidate onSubmit={submit} className="mt-8 space-y-5">
      <CodeField error={formState.errors.code?.message} {...register("code")} />
      <Button type="submit" variant="primary" size="large" className="w-full" pending={confirm.pending}>
        Confirm
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button size="small" variant="quiet" className="-ml-3" pending={send.pending} onClick={sendCode}>
          {sent ? "Send a new code" : "Send me a code"}
        </Button>
        <Link to={paths.dashboard.href()} className={buttonClass("quiet", "small", "-mr-3")}>
          Later
        </Link>
      </div>
    </form>
  );
}
