import type { ReactElement } from "react";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import {
  reactivateKey,
  replaceCustomerKey,
  resetSwaps,
  revokeKey,
  unassignLicenseKey,
} from "#shared/licenses/operator.ts";
import { useAction } from "../../api/useAction.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { failed } from "../kit/failed.ts";
import { AssignKey } from "./AssignKey.tsx";
import { shortKey } from "./columns.tsx";
import { ExtendKey } from "./ExtendKey.tsx";

/** What can be done to a key; what its state does not allow is not to be pressed. */
export function KeyActions({ row }: { row: KeyRow }): ReactElement {
  const key = shortKey(row.license_key);
  const whose = row.user_email ?? "nobody yet";
  const keyId = row.id;
  const off = useAction(revokeKey, { success: "The key is off.", failure: failed("Failed to deactivate") });
  const on = useAction(reactivateKey, {
    success: "The key is on again.",
    failure: failed("Failed to activate"),
  });
  const reset = useAction(resetSwaps, {
    success: "Today's swaps are reset.",
    failure: failed("Failed to reset swaps"),
  });
  const replace = useAction(replaceCustomerKey, {
    success: "The key is replaced. A mail to its owner is on its way.",
    failure: failed("Failed to replace license key"),
  });
  const take = useAction(unassignLicenseKey, {
    success: "The key is unassigned.",
    failure: failed("Failed to unassign license key"),
  });
  return (
    <>
      {row.user_id === null && <AssignKey keyId={keyId} />}
      <ConfirmedAction
        label="Deactivate"
        danger
        disabled={!row.is_active}
        title={`Deactivate ${key}?`}
        run={() => off.run({ keyId })}
      >
        The key of {whose} stops working and its computer is cleared. It can be switched on again.
      </ConfirmedAction>
      {!row.is_active && (
        <ConfirmedAction label="Activate" title={`Activate ${key}?`} run={() => on.run({ keyId })}>
          The key of {whose} works again as far as it is paid for.
        </ConfirmedAction>
      )}
      <ConfirmedAction
        label="Reset swaps"
        disabled={row.swap_count_today === 0}
        title={`Reset today's swaps of ${key}?`}
        run={() => reset.run({ keyId })}
      >
        {whose} may swap {row.max_daily_swaps} more times today. The count of all swaps stays.
      </ConfirmedAction>
      {row.user_id !== null && (
        <ConfirmedAction
          label="Replace key"
          confirm="Replace key"
          title={`Replace ${key}?`}
          run={() => replace.run({ keyId })}
        >
          The old key stops working and its computer is cleared. {whose} gets a new key under Seats and a
          mail. A computer that is offline now keeps working until its lease ends.
        </ConfirmedAction>
      )}
      {row.source === "manual" && row.expires_at !== null && (
        <ExtendKey keyId={keyId} expiresAt={row.expires_at} email={row.user_email} />
      )}
      {row.source === "manual" && row.user_id !== null && (
        <ConfirmedAction
          label="Unassign"
          danger
          title={`Take ${key} from ${whose}?`}
          run={() => take.run({ keyId })}
        >
          They lose it at once and its computer is cleared. You can assign it to another user; its end stays.
        </ConfirmedAction>
      )}
    </>
  );
}
