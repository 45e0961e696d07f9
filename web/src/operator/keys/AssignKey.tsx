import { type ReactElement, useState } from "react";
import { assignLicenseKey } from "#shared/licenses/operator.ts";
import { Banner } from "../../ui/Banner.tsx";
import { DialogEnd, Modal } from "../../ui/Dialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { keySubject, useChange, userSubject } from "../data/useChange.ts";
import { failed } from "../kit/failed.ts";
import { type Picked, UserPicker } from "../kit/UserPicker.tsx";

const FAILED = failed("Failed to assign license key");

export function AssignKey({ keyId }: { keyId: string }): ReactElement {
  return (
    <DialogButton
      variant="primary"
      label="Assign"
      dialog={(close) => <AssignDialog keyId={keyId} onClose={close} />}
    />
  );
}

function AssignDialog({ keyId, onClose }: { keyId: string; onClose: () => void }): ReactElement {
  const [user, setUser] = useState<Picked | null>(null);
  const assign = useChange(assignLicenseKey, {
    changes: ({ licenseKeyId, userId }) => [keySubject(licenseKeyId), userSubject(userId)],
    quiet: true,
    success: "The key is assigned.",
    onSuccess: onClose,
  });
  return (
    <Modal title="Assign this key" onClose={onClose}>
      <p className="mt-2 mb-4 text-sm text-quiet">The user gets the key immediately, under Seats.</p>
      {assign.error !== null && (
        <Banner tone="bad" className="mb-4">
          {FAILED(assign.error)}
        </Banner>
      )}
      <UserPicker picked={user} onPick={setUser} />
      <DialogEnd
        className="mt-5"
        confirm={user === null ? "Assign" : `Assign to ${user.email}`}
        disabled={user === null}
        pending={assign.pending}
        onCancel={onClose}
        onConfirm={() => user && void assign.run({ licenseKeyId: keyId, userId: user.id })}
      />
    </Modal>
  );
}
