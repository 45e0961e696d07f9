import { type ReactElement, useState } from "react";
import { assignLicenseKey } from "#shared/licenses/operator.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { keySubject, useChange, userSubject } from "../data/useChange.ts";
import { failed } from "../kit/failed.ts";
import { type Picked, UserPicker } from "../kit/UserPicker.tsx";

const FAILED = failed("Failed to assign license key");

export function AssignKey({ keyId }: { keyId: string }): ReactElement {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" variant="primary" onClick={() => setAsking(true)}>
        Assign
      </Button>
      {asking && <AssignDialog keyId={keyId} onClose={() => setAsking(false)} />}
    </>
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
      <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={user === null}
          pending={assign.pending}
          onClick={() => user && void assign.run({ licenseKeyId: keyId, userId: user.id })}
        >
          {user === null ? "Assign" : `Assign to ${user.email}`}
        </Button>
      </div>
    </Modal>
  );
}
