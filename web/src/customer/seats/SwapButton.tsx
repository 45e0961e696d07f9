import type { ReactElement } from "react";
import { swapSeat } from "#shared/licenses/customer.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { SWAP_DONE_MESSAGE } from "#shared/licenses/swap.ts";
import { useAction } from "../../api/useAction.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { swapFailure } from "./swapFailure.ts";
import { countLeft, swapsLeft } from "./swapsLeft.ts";

export function SwapButton({ seat, occupied }: { seat: Seat; occupied: boolean }): ReactElement {
  const { run, pending } = useAction(swapSeat, { success: SWAP_DONE_MESSAGE, failure: swapFailure });
  return (
    <DialogButton
      label="Swap Device"
      disabled={!occupied || countLeft(seat) === 0}
      dialog={(close) => (
        <ConfirmDialog
          onClose={close}
          title="Swap device for this license?"
          confirm="Swap Device"
          cancel="Keep Device"
          pending={pending}
          onConfirm={() => void run({ licenseKey: seat.license_key }).then(close)}
        >
          <p>This clears current device info and counts toward your daily swap limit.</p>
          <p className="mt-2">
            If the computer was lost or stolen, replace the license key instead: anyone who knows the key can
            activate a computer with it.
          </p>
          <p className="mt-2">{swapsLeft(seat)}</p>
        </ConfirmDialog>
      )}
    />
  );
}
