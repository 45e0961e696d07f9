import type { ReactElement, ReactNode } from "react";
import type { Output, Request } from "#shared/endpoint.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { Field } from "../../ui/Field.tsx";
import { type Change, type OperatorEndpoint, useChange } from "../data/useChange.ts";
import { useText } from "../kit/useText.ts";

type ReasonActionProps<E extends OperatorEndpoint> = {
  label: string;
  title: string;
  children: ReactNode;
  disabled: boolean;
  contract: E;
  input: (reason: string) => Request<E>;
  changes: (input: Request<E>, output: Output<E> | null) => readonly Change[];
  success: string;
  /** What failed; the reason follows. */
  failure: string;
};

/** Rejects a request or cancels a payout, with a reason that the affiliate reads. */
export const ReasonAction = <E extends OperatorEndpoint>(props: ReasonActionProps<E>): ReactElement => (
  <DialogButton
    variant="danger"
    disabled={props.disabled}
    label={props.label}
    dialog={(close) => <ReasonDialog {...props} onClose={close} />}
  />
);

function ReasonDialog<E extends OperatorEndpoint>(
  props: ReasonActionProps<E> & { onClose: () => void },
): ReactElement {
  const { label, title, children, contract, input, changes, success, failure, onClose } = props;
  const reason = useText();
  const refuse = useChange(contract, { changes, quiet: true, success, onSuccess: onClose });
  const given = reason.text.trim();
  return (
    <FormDialog
      title={title}
      lead={children}
      failure={failure}
      confirm={label}
      cancel="Keep it"
      danger
      disabled={given === ""}
      action={refuse}
      onClose={onClose}
      onSubmit={() => void refuse.run(input(given))}
    >
      <Field label="Reason" data-first maxLength={500} hint="The affiliate sees this." {...reason.field} />
    </FormDialog>
  );
}
