import { type ChangeEvent, type ReactElement, useState } from "react";
import { answerOffline } from "#shared/licenses/customer.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { messageOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { DialogEnd, Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { atTime } from "../../ui/format.ts";
import { saveFile } from "../../ui/saveFile.ts";
import { readRequest } from "./readRequest.ts";

type Request = NonNullable<ReturnType<typeof readRequest>>;
type Chosen = { request: Request | null };

export default function OfflineDialog({ seat, onClose }: { seat: Seat; onClose: () => void }): ReactElement {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const answer = useAction(answerOffline, {
    quiet: true,
    onSuccess: ({ seat: after, answer: file }) => {
      setUntil(after.lease_ends_at);
      saveFile("license-answer.json", `${JSON.stringify(file, null, 2)}\n`);
    },
  });
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = event.target.files ?? [];
    setUntil(null);
    setChosen(file === undefined ? null : { request: readRequest(await file.text()) });
  };
  const request = chosen?.request ?? null;
  return (
    <Modal title="Offline license" onClose={onClose}>
      <p className="mt-2 mb-4 text-sm text-quiet">
        For a computer without internet: create a request file in the application on that computer, then
        upload it here. The answer file works only on that computer, for up to 30 days, and uses this seat.
      </p>
      {answer.error !== null && until === null && (
        <Banner tone="bad" className="mb-4">
          {messageOf(answer.error)}
        </Banner>
      )}
      {until !== null && (
        <Banner tone="good" className="mb-4">
          Answer file saved. The computer works without internet until {atTime(until)}.
        </Banner>
      )}
      <Field
        label="Request file"
        type="file"
        accept=".json,application/json"
        data-first
        className="[&_input]:py-2"
        hint={request !== null && `From “${request.computerName}”, ${request.os}`}
        error={chosen !== null && request === null ? "This is not a request file." : undefined}
        onChange={(event) => void choose(event)}
      />
      <DialogEnd
        className="mt-5"
        confirm="Get answer file"
        cancel={until === null ? "Cancel" : "Close"}
        disabled={request === null}
        pending={answer.pending}
        onCancel={onClose}
        onConfirm={() => request && void answer.run({ licenseKey: seat.license_key, request })}
      />
    </Modal>
  );
}
