import type { ReactElement, ReactNode } from "react";
import { Banner } from "../ui/Banner.tsx";
import { DialogEnd, type DialogEndProps, Modal, type ModalProps } from "../ui/Dialog.tsx";
import { Form } from "../ui/Form.tsx";
import { messageOf } from "./ApiError.ts";

type FormDialogProps = Omit<ModalProps, "describedBy"> &
  Pick<DialogEndProps, "confirm" | "cancel" | "danger" | "disabled"> & {
    /** Explains what the form does. */
    lead?: ReactNode;
    /** What the form runs. */
    action: { pending: boolean; error: unknown };
    /** Says why the action failed; null if a field says it. Default: the error's message. */
    failure?: (error: unknown) => string | null;
    onSubmit: () => void;
  };

/** A dialog with a form, which cannot be submitted while `disabled`. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { title, onClose, role, wide, lead, action, failure = messageOf, onSubmit, children, ...end } = props;
  const failed = action.error === null ? null : failure(action.error);
  return (
    <Modal title={title} onClose={onClose} role={role} wide={wide}>
      {lead !== undefined && <div className="mt-2 space-y-2 text-sm text-quiet">{lead}</div>}
      <Form onSubmit={() => end.disabled !== true && onSubmit()} className="mt-4 space-y-4">
        {failed !== null && <Banner tone="bad">{failed}</Banner>}
        {children}
        <DialogEnd {...end} pending={action.pending} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
