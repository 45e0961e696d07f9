import type { FormEvent, ReactElement, ReactNode } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import type { Outcome } from "./useAttempt.ts";

type AccountFormProps = {
  onSubmit: (event: FormEvent) => void;
  outcome?: Outcome;
  /** The message after success. */
  done?: string;
  /** The default heading of a failure. */
  failed?: string;
  button: string;
  pending: boolean;
  ready?: boolean;
  children: ReactNode;
  below?: ReactNode;
};

export function AccountForm(props: AccountFormProps): ReactElement {
  const { onSubmit, outcome, done, failed = "", button, pending, ready = true, children, below } = props;
  return (
    // Outside a dialog, `method="dialog"` submits nothing. So if a visitor submits the form before its script loads,
    // the password does not end up in the address.
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
