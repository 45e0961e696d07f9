import { lazy, type ReactElement, Suspense } from "react";
import type { Seat } from "#shared/licenses/seat.ts";
import { DialogButton } from "../../ui/DialogButton.tsx";

const OfflineDialog = lazy(() => import("./OfflineDialog.tsx"));

export function OfflineLicense({ seat }: { seat: Seat }): ReactElement {
  return (
    <DialogButton
      label="Offline license"
      dialog={(close) => (
        <Suspense>
          <OfflineDialog seat={seat} onClose={close} />
        </Suspense>
      )}
    />
  );
}
