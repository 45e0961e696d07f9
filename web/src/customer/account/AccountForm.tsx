import type { FormEvent, ReactElement, ReactNode } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import type { Outcome } from "./useAttempt.ts";

type AccountFormProps = {
  onSubmit: (event: FormEvent) => void;
  outcome: Outcome;
  /** What is said when it went well, and the heading when it did not. */
  done?: string;
  failed: string;
  button: string;
  pending: boolean;
  /** Whether what is typed may be sent. */
  ready?: boolean;
  children: ReactNode;
  /** Other ways, below the button. */
  below?: ReactNode;
};

/** A sign-in form: its result above, the fields, one button as wide as they are. */
export function AccountForm(props: AccountFormProps): ReactElement {
  const { onSubmit, outcome, done, failed, button, pending, ready = true, children, below } = props;
  return (
    // "dialog" outside of a dialog: sent before its script is there, the form leads nowhere, and no password with it.
    <form noValidate method="dialog" onSubmit={onSubmit} className="mt-8 space-y-5">
      {outcome?.ok && <Banner tone="good">{done}</Banner>}
      {outcome?.ok === false && (
        <Banner tone="bad" title={outcome.heading ?? failed}>
          {outcome.sentence}
        </Banner>
      )}
      {children}
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        pending={pending}
        disabled={!ready || (outcome?.ok ?? false)}
      >
        {button}
      </Button>
      {below}
    </form>
  );
}
