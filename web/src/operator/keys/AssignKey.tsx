import { type ReactElement, useState } from "react";
import { assignLicenseKey } from "#shared/licenses/operator.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { keySubject, useChange, userSubject } from "../data/useChange.ts";
import { failed } from "../kit/failed.ts";
import { type Picked, UserPicker } from "../kit/UserPicker.tsx";

export function AssignDialog({ keyId, onClose }: { keyId: string; onClose: () => void }): ReactElement {
  const [user, setUser] = useState<Picked | null>(null);
  const assign = useChange(assignLicenseKey, {
    changes: ({ licenseKeyId, userId }) => [keySubject(licenseKeyId), userSubject(userId)],
    quiet: true,
    success: "The key is assigned.",
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Assign this key"
      lead="The user gets the key immediately, under Seats."
      failure={failed("Failed to assign license key")}
      confirm={user === null ? "Assign" : `Assign to ${user.email}`}
      disabled={user === null}
      action={assign}
      onClose={onClose}
      onSubmit={() => user && void assign.run({ licenseKeyId: keyId, userId: user.id })}
    >
      <UserPicker picked={user} onPick={setUser} />
    </FormDialog>
  );
}
