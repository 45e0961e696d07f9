import { type ReactElement, useState } from "react";
import { FormDialog } from "../../api/FormDialog.tsx";
import { Field } from "../../ui/Field.tsx";

type NoteDialogProps = {
  email: string;
  pending: boolean;
  onClose: () => void;
  onSave: (note: { note: string; requestId: string }) => void;
};

export function NoteDialog({ email, pending, onClose, onSave }: NoteDialogProps): ReactElement {
  const [text, setText] = useState("");
  const [requestId] = useState(() => crypto.randomUUID());
  return (
    <FormDialog
      title={`Add a note about ${email}`}
      lead="Operators read the note in the timeline and in the audit log. Nobody can edit it. The customer's data export contains the note, and its text is removed when the account is deleted."
      confirm="Save note"
      disabled={text.trim() === ""}
      action={{ pending, error: null }}
      onClose={onClose}
      onSubmit={() => onSave({ note: text, requestId })}
    >
      <Field
        label="Note"
        maxLength={500}
        data-first
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}
