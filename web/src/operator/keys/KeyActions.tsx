import { type ReactElement, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import {
  assignLicenseKey,
  reactivateKey,
  replaceCustomerKey,
  resetSwaps,
  revokeKey,
  unassignLicenseKey,
} from "#shared/licenses/operator.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { count } from "../../ui/format.ts";
import { keySubject, useChange, userSubject } from "../data/useChange.ts";
import { withParam } from "../kit/address.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { GiveRenewal } from "../kit/GiveRenewal.tsx";
import { type Picked, UserPicker } from "../kit/UserPicker.tsx";
import { EntitlementsDialog } from "./Entitlements.tsx";
import { ExtendDialog, isOwnerGone, mayExtend } from "./ExtendKey.tsx";

export function KeyActions({ row }: { row: KeyRow }): ReactElement {
  const [, setParams] = useSearchParams();
  const [giveRenewal, setGiveRenewal] = useState(false);
  const key = row.license_key;
  const isGone = isOwnerGone(row);
  const keyId = row.id;
  const changes = () => [keySubject(keyId), ...(row.user_id === null ? [] : [userSubject(row.user_id)])];
  const off = useChange(revokeKey, { changes, success: "The key is off.", failure: "Failed to deactivate" });
  const on = useChange(reactivateKey, {
    changes,
    success: "The key is on again.",
    failure: "Failed to activate",
  });
  const reset = useChange(resetSwaps, {
    changes,
    success: "Today's swaps are reset.",
    failure: "Failed to reset swaps",
  });
  // Replacing or unassigning a key gives it a new id. The panel follows the key to this id.
  const renamed = {
    changes: (_: unknown, output: { key: KeyRow } | null) => [
      ...changes(),
      ...(output ? [keySubject(output.key.id)] : []),
    ],
    onSuccess: ({ key: after }: { key: KeyRow }) =>
      setParams((params) => (params.get("open") === keyId ? withParam(params, "open", after.id) : params), {
        preventScrollReset: true,
        replace: true,
      }),
  };
  const replace = useChange(replaceCustomerKey, {
    ...renamed,
    success: "The key is replaced. Its owner finds the new key under Seats.",
    failure: "Failed to replace license key",
  });
  const take = useChange(unassignLicenseKey, {
    ...renamed,
    success: "The key is unassigned.",
    failure: "Failed to unassign license key",
  });
  return (
    <>
      {row.user_id === null && (
        <DialogButton
          variant="primary"
          label="Assign"
          dialog={(close) => <AssignDialog keyId={keyId} onClose={close} />}
        />
      )}
      <ConfirmedAction
        label="Deactivate"
        danger
        disabled={!row.is_active}
        title={`Deactivate ${key}?`}
        run={() => off.run({ keyId })}
      >
        {row.user_email === null ? "The key" : `The key of ${row.user_email}`} stops working and its computer
        is cleared. You can switch it on again.
        {row.source === "subscription" && " Its subscription is not charged until you do."}
      </ConfirmedAction>
      {!row.is_active && !isGone && (
        <ConfirmedAction
          label="Activate"
          title={`Activate ${key}?`}
          run={() => on.run({ keyId, giveRenewal })}
        >
          <div className="space-y-4">
            <p>
              We switch the key on again. It then works, unless it has ended or is suspended, or a payment for
              it is due.
            </p>
            {row.user_id !== null && <GiveRenewal gives={giveRenewal} onChange={setGiveRenewal} />}
          </div>
        </ConfirmedAction>
      )}
      <ConfirmedAction
        label="Reset swaps"
        disabled={row.swap_count_today === 0 || isGone}
        title={`Reset today's swaps of ${key}?`}
        run={() => reset.run({ keyId })}
      >
        {row.user_email ?? "The owner"} can swap {count(row.max_daily_swaps)} more{" "}
        {row.max_daily_swaps === 1 ? "time" : "times"} today. The total count stays.
      </ConfirmedAction>
      {row.user_id !== null && !isGone && (
        <ConfirmedAction label="Replace key" title={`Replace ${key}?`} run={() => replace.run({ keyId })}>
          The old key stops working and its computer is cleared. {row.user_email ?? "Its owner"} finds the new
          key under Seats. We mail them about the new key, unless their address bounces. A computer that is
          offline now keeps working until its lease ends.
        </ConfirmedAction>
      )}
      {mayExtend(row) && (
        <DialogButton changes label="Extend" dialog={(close) => <ExtendDialog row={row} onClose={close} />} />
      )}
      {row.user_id !== null && !isGone && (
        <DialogButton
          changes
          label="Entitlements"
          dialog={(close) => <EntitlementsDialog row={row} onClose={close} />}
        />
      )}
      {row.source === "manual" && row.user_id !== null && !isGone && (
        <ConfirmedAction
          label="Unassign"
          danger
          title={`Take ${key} from ${row.user_email}?`}
          run={() => take.run({ keyId })}
        >
          The user loses the key immediately, and its computer is cleared. A computer that is offline now
          keeps working until its lease ends. You can assign the license to another user, who gets a new key.
          {row.expires_at !== null && " The license still ends on the same day."}
        </ConfirmedAction>
      )}
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
    <FormDialog
      title="Assign this key"
      lead="The user gets the key immediately, under Seats."
      failure="Failed to assign license key"
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
