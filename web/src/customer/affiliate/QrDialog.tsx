import { lazy, type ReactElement, Suspense } from "react";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

const QrCode = lazy(() => import("../../ui/QrCode.tsx"));

export function QrDialog({
  name,
  url,
  onClose,
}: {
  name: string;
  url: string;
  onClose: () => void;
}): ReactElement {
  return (
    <Modal title={`QR code: ${name}`} onClose={onClose}>
      <div className="mt-4 grid place-items-center">
        <Suspense fallback={<Skeleton className="size-56" />}>
          <QrCode text={url} title={`QR code that leads to ${url}`} />
        </Suspense>
      </div>
      <p className="mt-4 text-center text-sm break-all text-quiet">{url}</p>
      <div className="mt-6 flex justify-end">
        <Button data-first onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
