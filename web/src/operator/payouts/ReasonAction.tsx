import { type FormEvent, type ReactElement, type ReactNode, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";

type ReasonActionProps = {
  label: string;
  title: string;
  children: ReactNode;
  disabled: boolean;
  /** Answers undefined where it failed; what went wrong has then been said. */
  run: (reason: string) => Promise<unknown>;
};

/** A refusal that the affiliate will read the reason of. */
export function ReasonAction({ label, title, children, disabled, run }: ReasonActionProps): ReactElement {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [reason, setReason] = useState("");
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (reason.trim() === "") return;
    setPending(true);
    const done = await run(reason.trim());
    setPending(false);
    if (done !== undefined) setAsking(false);
  };
  return (
    <>
      <Button size="small" variant="danger" disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <Modal title={title} onClose={() => setAsking(false)}>
          <p className="mt-2 text-sm text-quiet">{children}</p>
          <form noValidate onSubmit={(event) => void submit(event)} className="mt-4">
            <Field
              label="Reason"
              data-first
              maxLength={500}
              value={reason}
              hint="The affiliate reads it."
              onChange={(event) => setReason(event.target.value)}
            />
            <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
              <Button onClick={() => setAsking(false)}>Keep it</Button>
              <Button type="submit" variant="danger" pending={pending} disabled={reason.trim() === ""}>
                {label}
              </Button>
            </div>
          </form>
        </Modal>
      )}
    </>
  );
}
