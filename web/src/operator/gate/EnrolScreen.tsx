import { type ReactElement, useEffect, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { keepSession, readSession } from "../../app/session.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { PageSpinner } from "../../ui/Spinner.tsx";
import { enrolled, shutOut } from "./admission.ts";
import { GateFrame } from "./GateFrame.tsx";
import { StepForm } from "./StepForm.tsx";
import { reasonOf } from "./words.ts";

/** Where a second factor is required, an operator without one gets nothing but this. */
export function EnrolScreen(): ReactElement {
  useTitle("Second factor");
  const email = readSession()?.email ?? "";
  const [key, setKey] = useState<{ secret: string; uri: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(1);
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try begins anew
  useEffect(() => {
    let left = false;
    setFailure(null);
    import("./cognito.ts")
      .then(({ beginEnrolment }) => beginEnrolment(email))
      .then((next) => {
        if (!left) setKey(next);
      })
      .catch((error: unknown) => {
        if (!left) setFailure(reasonOf(error));
      });
    return () => {
      left = true;
    };
  }, [email, tries]);

  const finish = async (code: string): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { finishEnrolment } = await import("./cognito.ts");
      const session = await finishEnrolment(code);
      if (session !== null) keepSession(session);
      enrolled();
      await revalidate();
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <GateFrame title="Second factor" lead={`One more step for ${email}, once.`}>
      {failure !== null && (
        <Banner tone="bad" className="mt-6">
          {failure}
        </Banner>
      )}
      {key === null && failure === null && <PageSpinner />}
      {key === null && failure !== null && (
        <div className="mt-6 flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => setTries(tries + 1)}>
            Try again
          </Button>
          <Button onClick={() => shutOut()}>Back</Button>
        </div>
      )}
      {key !== null && (
        <StepForm
          step={{ kind: "setup", ...key }}
          busy={busy}
          onReply={(code) => void finish(code)}
          onBack={() => shutOut()}
        />
      )}
    </GateFrame>
  );
}
