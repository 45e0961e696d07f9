import { type FormEvent, type ReactElement, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "") onSave({ note: text, requestId });
  };
  return (
    <Modal title={`Add a note about ${email}`} onClose={onClose}>
      <p className="mt-2 text-sm text-quiet">
        Operators read the note in the timeline and in the audit log. Nobody can edit it. The customer's data
        export contains the note, and its text is removed when the account is deleted.
      </p>
      <form noValidate onSubmit={submit} className="mt-4 space-y-4">
        <Field
          label="Note"
          maxLength={500}
          data-first
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={text.trim() === ""} pending={pending}>
            Save note
          </Button>
        </div>
      </form>
    </Modal>
  );
}
