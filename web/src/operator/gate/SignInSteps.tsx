import type { ReactElement, ReactNode } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { StepForm } from "./StepForm.tsx";
import type { useOperatorSignIn } from "./useOperatorSignIn.ts";

type SignInStepsProps = { signIn: ReturnType<typeof useOperatorSignIn>; children: ReactNode };

/** The last refusal, then the current step. `children` are the first step. */
export function SignInSteps({ signIn, children }: SignInStepsProps): ReactElement {
  return (
    <>
      {signIn.failure !== null && (
        <Banner tone="bad" className="mt-5">
          <span className="font-semibold">Access Denied:</span> {signIn.failure}
        </Banner>
      )}
      {signIn.step === null ? (
        children
      ) : (
        <StepForm
          key={signIn.step.kind}
          step={signIn.step}
          busy={signIn.busy}
          onReply={(text) => void signIn.reply(text)}
          onBack={signIn.restart}
        />
      )}
    </>
  );
}
