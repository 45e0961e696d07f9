import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { openModal } from "./openModal.ts";

type ModalProps = {
  title: string;
  onClose: () => void;
  role?: "dialog" | "alertdialog";
  describedBy?: string;
  /** For a form with two columns. */
  wide?: boolean;
  children: ReactNode;
};

/**
 * A dialog that is open while it is rendered. The browser keeps the focus inside, returns it, and handles Escape.
 * The element with `data-first` gets the focus first.
 */
export function Modal(props: ModalProps): ReactElement {
  const { title, onClose, role = "dialog", describedBy, wide = false, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    openModal(element);
    // React does not render `autofocus`, which the browser would look for.
    element?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={id}
      aria-describedby={describedBy}
      onClose={onClose}
      className={cx(
        "m-auto w-[calc(100%-2rem)] animate-enter rounded-card border border-line bg-surface p-6 text-left wrap-anywhere text-ink shadow-float backdrop:bg-scrim",
        wide ? "max-w-4xl" : "max-w-md",
      )}
    >
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

type ConfirmProps = {
  onClose: () => void;
  title: string;
  children: ReactNode;
  confirm: string;
  cancel: string;
  danger?: boolean;
  pending?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
};

/** Asks for confirmation before an action. The safe button has the focus. */
export function ConfirmDialog(props: ConfirmProps): ReactElement {
  const id = useId();
  return (
    <Modal title={props.title} onClose={props.onClose} role="alertdialog" describedBy={id}>
      <div id={id} className="mt-2 text-sm text-quiet">
        {props.children}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button data-first onClick={props.onClose}>
          {props.cancel}
        </Button>
        <Button
          variant={props.danger ? "danger" : "primary"}
          pending={props.pending ?? false}
          disabled={props.disabled ?? false}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </div>
    </Modal>
  );
}
