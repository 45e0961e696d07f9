import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { openModal } from "./openModal.ts";

export type ModalProps = {
  title: string;
  onClose: () => void;
  role?: "dialog" | "alertdialog" | undefined;
  describedBy?: string;
  /** For a form with two columns. */
  wide?: boolean | undefined;
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

  // A plain effect would close the dialog after React has removed it, too late for the browser to return the focus.
  useLayoutEffect(() => {
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

export type DialogEndProps = {
  confirm: string;
  /** The safe button's label; default "Cancel". */
  cancel?: string;
  danger?: boolean;
  pending?: boolean;
  disabled?: boolean;
  className?: string;
  onCancel: () => void;
  /** Default: the confirming button submits the form. */
  onConfirm?: () => void;
};

/** The safe button gets the focus if no field of the dialog asks for it. */
export function DialogEnd(props: DialogEndProps): ReactElement {
  const { confirm, cancel = "Cancel", danger = false, pending = false, disabled = false } = props;
  const { className, onCancel, onConfirm } = props;
  return (
    <div className={cx("flex flex-wrap justify-end gap-2 max-sm:*:flex-1", className)}>
      <Button data-first onClick={onCancel}>
        {cancel}
      </Button>
      <Button
        type={onConfirm === undefined ? "submit" : "button"}
        variant={danger ? "danger" : "primary"}
        pending={pending}
        disabled={disabled}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </div>
  );
}

type ConfirmProps = Omit<DialogEndProps, "onCancel" | "className"> & {
  onClose: () => void;
  title: string;
  children: ReactNode;
  cancel: string;
  onConfirm: () => void;
};

export function ConfirmDialog({ title, onClose, children, ...end }: ConfirmProps): ReactElement {
  const id = useId();
  return (
    <Modal title={title} onClose={onClose} role="alertdialog" describedBy={id}>
      <div id={id} className="mt-2 text-sm text-quiet">
        {children}
      </div>
      <DialogEnd {...end} onCancel={onClose} className="mt-6" />
    </Modal>
  );
}
