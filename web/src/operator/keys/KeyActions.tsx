import { type ReactElement, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import {
  reactivateKey,
  replaceCustomerKey,
  resetSwaps,
  revokeKey,
  unassignLicenseKey,
} from "#shared/licenses/operator.ts";
import { count } from "../../ui/format.ts";
import { keySubject, useChange, userSubject } from "../data/useChange.ts";
import { withParam } from "../kit/address.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { failed } from "../kit/failed.ts";
import { GiveRenewal } from "../kit/GiveRenewal.tsx";
import { AssignKey } from "./AssignKey.tsx";
import { Entitlements } from "./Entitlements.tsx";
import { ExtendKey } from "./ExtendKey.tsx";
import { isOwnerGone, mayExtend } from "./extending.ts";
import { keyWords } from "./keyWords.ts";

/** The actions for a key. Disables or hides actions that the key's state does not allow. */
export function KeyActions({ row }: { row: KeyRow }): ReactElement {
  const [, setParams] = useSearchParams();
  const [giveRenewal, setGiveRenewal] = useState(false);
  const key = row.license_key;
  const isGone = isOwnerGone(row);
  const keyId = row.id;
  const changes = () => [keySubject(keyId), ...(row.user_id === null ? [] : [userSubject(row.user_id)])];
  const off = useChange(revokeKey, {
    changes,
    success: "The key is off.",
    failure: failed("Failed to deactivate"),
  });
  const on = useChange(reactivateKey, {
    changes,
    success: "The key is on again.",
    failure: failed("Failed to activate"),
  });
  const reset = useChange(resetSwaps, {
    changes,
    success: "Today's swaps are reset.",
    failure: failed("Failed to reset swaps"),
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
    failure: failed("Failed to replace license key"),
  });
  const take = useChange(unassignLicenseKey, {
    ...renamed,
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
        {keyWords.deactivate(row)}
      </ConfirmedAction>
      {!row.is_active && !isGone && (
        <ConfirmedAction
          label="Activate"
          title={`Activate ${key}?`}
          run={() => on.run({ keyId, giveRenewal })}
        >
          <div className="space-y-4">
            <p>{keyWords.activate}</p>
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
        {row.user_email} can swap {count(row.max_daily_swaps)} more{" "}
        {row.max_daily_swaps === 1 ? "time" : "times"} today. The total count stays.
      </ConfirmedAction>
      {row.user_id !== null && !isGone && (
        <ConfirmedAction
          label="Replace key"
          confirm="Replace key"
          title={`Replace ${key}?`}
          run={() => replace.run({ keyId })}
        >
          {keyWords.replace(row)}
        </ConfirmedAction>
      )}
      {mayExtend(row) && row.expires_at !== null && (
        <ExtendKey keyId={keyId} userId={row.user_id} expiresAt={row.expires_at} email={row.user_email} />
      )}
      {row.user_id !== null && !isGone && <Entitlements row={row} />}
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
