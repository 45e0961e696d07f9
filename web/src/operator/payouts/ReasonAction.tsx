import { type FormEvent, type ReactElement, type ReactNode, useState } from "react";
import type { Endpoint, Output, Request } from "#shared/endpoint.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { type Change, useChange } from "../data/useChange.ts";
import { failed } from "../kit/failed.ts";

type OperatorEndpoint = Endpoint & { audience: "operator" };
type ReasonDialogProps<E extends OperatorEndpoint> = {
  label: string;
  title: string;
  children: ReactNode;
  contract: E;
  input: (reason: string) => Request<E>;
  changes: (input: Request<E>, output: Output<E> | null) => readonly Change[];
  success: string;
  /** What failed; the reason follows. */
  failure: string;
};

type ReasonActionProps<E extends OperatorEndpoint> = ReasonDialogProps<E> & { disabled: boolean };

/** Rejects a request or cancels a payout, with a reason that the affiliate reads. */
export function ReasonAction<E extends OperatorEndpoint>(props: ReasonActionProps<E>): ReactElement {
  const { disabled, ...dialog } = props;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" variant="danger" disabled={disabled} onClick={() => setAsking(true)}>
        {dialog.label}
      </Button>
      {asking && <ReasonDialog {...dialog} onClose={() => setAsking(false)} />}
    </>
  );
}

function ReasonDialog<E extends OperatorEndpoint>(
  props: ReasonDialogProps<E> & { onClose: () => void },
): ReactElement {
  const { label, title, children, contract, input, changes, success, failure, onClose } = props;
  const [reason, setReason] = useState("");
  const refuse = useChange(contract, { changes, quiet: true, success, onSuccess: onClose });
  const given = reason.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (given !== "") void refuse.run(input(given));
  };
  return (
    <Modal title={title} onClose={onClose}>
      <p className="mt-2 text-sm text-quiet">{children}</p>
      {refuse.error !== null && (
        <Banner tone="bad" className="mt-4">
          {failed(failure)(refuse.error)}
        </Banner>
      )}
      <form noValidate onSubmit={submit} className="mt-4">
        <Field
          label="Reason"
          data-first
          maxLength={500}
          value={reason}
          hint="The affiliate sees this."
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" variant="danger" pending={refuse.pending} disabled={given === ""}>
            {label}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
