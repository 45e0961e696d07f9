import type { ReactElement } from "react";
import { dismissCopy } from "#shared/licenses/customer.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { moment } from "../../ui/format.ts";
import { ReplaceDialog } from "./ReplaceKey.tsx";

/** Asks the owner about a copied installation. Only the owner knows whether it is a restored backup. */
export function CopyQuestion({ seat }: { seat: Seat }): ReactElement | null {
  const { run, pending } = useAction(dismissCopy);
  if (seat.copy_suspected_at === null) return null;
  return (
    <Banner tone="warn" title="Was this you?" className="mt-4">
      <p>
        On {moment(seat.copy_suspected_at)} a copy of an installation tried to use this license. This happens
        after you restore a backup or move a disk, but also when someone has copied your files.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" pending={pending} onClick={() => void run({ licenseKey: seat.license_key })}>
          Yes, it was me
        </Button>
        <DialogButton
          label="No, replace the key"
          dialog={(close) => <ReplaceDialog seat={seat} onClose={close} />}
        />
      </div>
    </Banner>
  );
}
