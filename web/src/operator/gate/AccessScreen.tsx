import { type ReactElement, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { useTitle } from "../../app/useTitle.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field, PasswordField } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { enterUnlessRefused, flag } from "./admission.ts";
import { GateFrame } from "./GateFrame.tsx";
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
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});

  const submit = (): void => {
    const next = {
      ...(email.trim() === "" ? { email: "Email is required" } : {}),
      ...(password === "" ? { password: "Password is required" } : {}),
    };
    setMissing(next);
    if (Object.keys(next).length === 0) void signIn.start(email.trim(), password);
  };

  return (
    <GateFrame title="Admin Access" lead="The back office. The audit log records every change.">
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
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={missing.email}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={missing.password}
          />
          <Button type="submit" variant="primary" size="large" className="w-full" pending={signIn.busy}>
            {signIn.busy ? "Authenticating..." : "Access Admin Panel"}
          </Button>
        </Form>
      </SignInSteps>
    </GateFrame>
  );
}
