import { type ReactElement, type ReactNode, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";

type ConfirmedActionProps = {
  label: string;
  /** What will happen, and to whom. */
  title: string;
  children: ReactNode;
  /** The words on the button that does it; the button's own unless given. */
  confirm?: string;
  danger?: boolean;
  primary?: boolean;
  disabled?: boolean;
  /** Answers undefined where it failed; what went wrong has then been said. */
  run: () => Promise<unknown>;
};

/** A button that asks first. The dialog stays until the server has answered: nothing is shown that is not so. */
export function ConfirmedAction(props: ConfirmedActionProps): ReactElement {
  const {
    label,
    title,
    children,
    confirm = label,
    danger = false,
    primary = false,
    disabled = false,
    run,
  } = props;
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const go = async (): Promise<void> => {
    setPending(true);
    await run();
    setPending(false);
    setAsking(false);
  };
  return (
    <>
      <Button
        size="small"
        variant={danger ? "danger" : primary ? "primary" : "secondary"}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          title={title}
          confirm={confirm}
          cancel="Cancel"
          danger={danger}
          pending={pending}
          onClose={() => setAsking(false)}
          onConfirm={() => void go()}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
