import type { ReactElement, ReactNode } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { StepForm } from "./StepForm.tsx";
import type { useOperatorSignIn } from "./useOperatorSignIn.ts";

type SignInStepsProps = { signIn: ReturnType<typeof useOperatorSignIn>; children: ReactNode };

/** Why the last attempt was refused, and then the first step, which are the `children`, or the one that follows. */
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
