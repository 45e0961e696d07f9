import type { ReactElement, ReactNode } from "react";
import { Banner } from "../ui/Banner.tsx";
import { DialogEnd, type DialogEndProps, Modal, type ModalProps } from "../ui/Dialog.tsx";
import { Form } from "../ui/Form.tsx";
import { messageOf, reasonOf } from "./ApiError.ts";

type FormDialogProps = Omit<ModalProps, "describedBy"> &
  Pick<DialogEndProps, "confirm" | "cancel" | "danger" | "disabled"> & {
    lead?: ReactNode;
    action: { pending: boolean; error: unknown };
    /** What failed; the reason follows. Or a function that returns the whole sentence, or null if a field shows it. */
    failure?: string | ((error: unknown) => string | null);
    onSubmit: () => void;
  };

/** The form cannot be submitted while `disabled`. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { title, onClose, role, wide, lead, action, failure = messageOf, onSubmit, children, ...end } = props;
  const sentence =
    typeof failure === "string" ? (error: unknown) => `${failure}: ${reasonOf(error)}` : failure;
  const failed = action.error === null ? null : sentence(action.error);
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
