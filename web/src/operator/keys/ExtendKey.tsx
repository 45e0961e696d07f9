import { type ReactElement, useState } from "react";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import { extendKey } from "#shared/licenses/operator.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { atTime } from "../../ui/format.ts";
import { serverNow } from "../../ui/serverClock.ts";
import { keySubject, useChange, userSubject } from "../data/useChange.ts";
import { useText } from "../kit/useText.ts";

/** Whether the owner's account was deleted, which ended the key. */
export const isOwnerGone = ({ user_id, user_email }: KeyRow): boolean =>
  user_id !== null && user_email === null;

/** A subscription's payments extend its key, and a lifetime key has no end. */
export const mayExtend = (row: KeyRow): boolean =>
  row.source === "manual" && row.expires_at !== null && !isOwnerGone(row);

/** For a key that `mayExtend`. Requires a sign-in within the last five minutes. */
export function ExtendDialog({ row, onClose }: { row: KeyRow; onClose: () => void }): ReactElement {
  const { id: keyId, user_id: userId, user_email: email, expires_at } = row;
  const expiresAt = expires_at ?? "";
  // One id per dialog, so that a second click does not extend the key twice.
  const [requestId] = useState(() => crypto.randomUUID());
  const days = useText("30");
  const extend = useChange(extendKey, {
    changes: ({ keyId }) => [keySubject(keyId), ...(userId === null ? [] : [userSubject(userId)])],
    quiet: true,
    success: "The key is extended.",
    onSuccess: onClose,
  });
  const count = Number(days.text);
  const fits = Number.isInteger(count) && count >= 1 && count <= 3660;
  return (
    <FormDialog
      title={`Extend ${email === null ? "this key" : `the key of ${email}`}?`}
      lead={
        Date.parse(expiresAt) > serverNow().getTime()
          ? `The key ends on ${atTime(expiresAt)}. Nothing is charged.`
          : `The key ended on ${atTime(expiresAt)}. The days count from now. Nothing is charged.`
      }
      failure="Failed to extend license key"
      confirm="Extend"
      disabled={!fits}
      action={extend}
      onClose={onClose}
      onSubmit={() => void extend.run({ keyId, days: count, requestId })}
    >
      <Field
        label="Days"
        type="number"
        inputMode="numeric"
        min={1}
        max={3660}
        data-first
        error={fits ? undefined : "Enter a whole number from 1 to 3660"}
        {...days.field}
      />
    </FormDialog>
  );
}
