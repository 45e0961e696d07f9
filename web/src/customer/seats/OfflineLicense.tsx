import { lazy, type ReactElement, Suspense, useState } from "react";
import type { Seat } from "#shared/licenses/seat.ts";
import { Button } from "../../ui/Button.tsx";

const OfflineDialog = lazy(() => import("./OfflineDialog.tsx"));

/** Answers the request file of a computer without internet. */
export function OfflineLicense({ seat }: { seat: Seat }): ReactElement {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Offline license
      </Button>
      {asking && (
        <Suspense>
          <OfflineDialog seat={seat} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
