import type { ReactElement, ReactNode, Ref } from "react";
import type { Reach } from "#shared/brake.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { useBrake } from "./useBrake.tsx";

type ConfirmedActionProps = {
  label: string;
  /** What happens, and to whom. */
  title: string;
  children: ReactNode;
  /** The confirming button's label; default: `label`. */
  confirm?: string;
  danger?: boolean;
  primary?: boolean;
  disabled?: boolean;
  /** The button that opens the dialog. */
  ref?: Ref<HTMLButtonElement> | undefined;
  /** Default: one person and no money. */
  reach?: Reach;
  /** Runs the action and shows its failure, because the dialog closes in either case. */
  run: (isStopped: () => boolean) => Promise<unknown>;
};
const ONE = { people: 1 };

/** A button with a confirmation. The dialog stays open until the server has answered. */
export function ConfirmedAction(props: ConfirmedActionProps): ReactElement {
  const { label, danger = false, primary = false, disabled = false, ref } = props;
  return (
    <DialogButton
      changes
      ref={ref}
      variant={danger ? "danger" : primary ? "primary" : "secondary"}
      disabled={disabled}
      label={label}
      dialog={(close) => <Asked {...props} onClose={close} />}
    />
  );
}

function Asked(props: ConfirmedActionProps & { onClose: () => void }): ReactElement {
  const { label, title, children, confirm = label, danger = false, reach = ONE, run, onClose } = props;
  const { note, safe, back, go, mayGo, pending } = useBrake(
    reach,
    async (isStopped) => {
      await run(isStopped);
      onClose();
    },
    onClose,
  );
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      cancel={safe}
      danger={danger}
      pending={pending}
      disabled={!mayGo}
      onClose={back}
      onConfirm={go}
    >
      {children}
      {note !== null && <div className="mt-4">{note}</div>}
    </ConfirmDialog>
  );
}
