import type { ReactElement } from "react";
import { replaceKey } from "#shared/licenses/customer.ts";
import { lastGroup } from "#shared/licenses/replacement.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog, Modal } from "../../ui/Dialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { atTime } from "../../ui/format.ts";
import { worksOffline } from "./offlineUntil.ts";

/** For a key that others may know. At the limit, the dialog names the next possible time. */
export function ReplaceKey({ seat }: { seat: Seat }): ReactElement {
  return (
    <DialogButton
      label="Replace license key"
      dialog={(close) => <ReplaceDialog seat={seat} onClose={close} />}
    />
  );
}

type DialogProps = { seat: Seat; onClose: () => void };

export function ReplaceDialog(props: DialogProps): ReactElement {
  return props.seat.replacements_left > 0 ? <AskToReplace {...props} /> : <NoneLeft {...props} />;
}

function AskToReplace({ seat, onClose }: DialogProps): ReactElement {
  const { run, pending } = useAction(replaceKey, {
    success: "License key replaced. Enter the new one on your computer.",
  });
  const replace = async (): Promise<void> => {
    await run({ licenseKey: seat.license_key });
    onClose();
  };
  const { replacements_left: left } = seat;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Replace the license key ending in ${lastGroup(seat.license_key)}?`}
      confirm="Replace license key"
      cancel="Keep license key"
      danger
      pending={pending}
      onConfirm={() => void replace()}
    >
      <p>
        Do this if someone else may know the key. The old key never works again, and you enter the new one on
        your computer. This does not use a swap. If your computer was lost or stolen, change your password on
        the Account tab first. That signs out its browser, which could show the new key.
      </p>
      <p className="mt-2">{worksOffline(seat.offline_until, "A computer with the old key")}</p>
      <p className="mt-2">
        You can replace this key {left === 1 ? "once more" : `${left} more times`}. Each replacement counts
        toward this limit for 12 months.
      </p>
    </ConfirmDialog>
  );
}

function NoneLeft({ seat, onClose }: DialogProps): ReactElement {
  const from = seat.next_replacement_at;
  return (
    <Modal title="You can't replace this key yet" onClose={onClose}>
      <p className="mt-2 text-sm text-quiet">
        You replaced this key {seat.max_replacements} times within a year.{" "}
        {from !== null && `The next replacement is possible on ${atTime(from)}. `}
        If someone else knows the key now, contact support: we can replace it at any time.
      </p>
      <div className="mt-6 flex justify-end">
        <Button data-first onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
