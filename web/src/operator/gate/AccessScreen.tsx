import { type ReactElement, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { BRAND } from "#shared/brand.ts";
import { paths } from "../../app/paths.ts";
import { ThemeToggle } from "../../app/ThemeToggle.tsx";
import { useTitle } from "../../app/useTitle.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field, PasswordField } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { useText } from "../kit/useText.ts";
import { enterUnlessRefused, flag } from "./admission.ts";
import { SignInSteps } from "./SignInSteps.tsx";
import { useOperatorSignIn } from "./useOperatorSignIn.ts";

/** Shown at every address of the back office until the operator has signed in. */
export function AccessScreen({ notice }: { notice: string | null }): ReactElement {
  useTitle("Admin Access");
  const { revalidate } = useRevalidator();
  const signIn = useOperatorSignIn(async () => {
    flag();
    // Shows the dashboard only once its data is there.
    await revalidate();
    enterUnlessRefused();
  });
  const email = useText();
  const password = useText();
  const [isSent, setSent] = useState(false);
  const submit = (): void => {
    setSent(true);
    if (email.text.trim() !== "" && password.text !== "") void signIn.start(email.text.trim(), password.text);
  };

  return (
    <div className="flex min-h-dvh flex-col px-4 sm:px-8">
      <header className="flex h-16 items-center justify-between">
        <a href={paths.home.href()} className="rounded-small">
          <Logo name={BRAND.name} />
        </a>
        <ThemeToggle />
      </header>
      <main className="flex flex-1 flex-col items-center justify-center py-8 sm:pb-28">
        <Card className="w-full max-w-[26rem] p-6 sm:p-8">
          <h1 className="text-xl">Admin Access</h1>
          <p className="mt-2 text-sm text-quiet">The back office. The audit log records every change.</p>
          {notice !== null && signIn.failure === null && (
            <Banner tone="warn" className="mt-6">
              {notice}
            </Banner>
          )}
          <SignInSteps signIn={signIn}>
            <Form onSubmit={submit} className="mt-6 space-y-5">
              <Field
                label="Email"
                type="email"
                autoComplete="username"
                inputMode="email"
                error={isSent && email.text.trim() === "" ? "Email is required" : undefined}
                {...email.field}
              />
              <PasswordField
                label="Password"
                autoComplete="current-password"
                error={isSent && password.text === "" ? "Password is required" : undefined}
                {...password.field}
              />
              <Button type="submit" variant="primary" size="large" className="w-full" pending={signIn.busy}>
                {signIn.busy ? "Authenticating..." : "Access Admin Panel"}
              </Button>
            </Form>
          </SignInSteps>
        </Card>
      </main>
    </div>
  );
}
