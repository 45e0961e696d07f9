import { suspendUser } from "#shared/customers/operator.ts";
import type { UserRow } from "#shared/customers/userRow.ts";
import { useEachChange, userSubject } from "../data/useChange.ts";
import type { BulkAction } from "../kit/bulk.ts";
import { useSuspensionForm } from "./useSuspensionForm.tsx";

export function useSuspendMany(): BulkAction<UserRow> {
  const { form, chosen } = useSuspensionForm();
  const suspend = useEachChange(suspendUser, ({ userId }) => [userSubject(userId)]);
  return {
    label: "Suspend",
    done: "Suspended",
    danger: true,
    explains: form,
    skips: "already suspended.",
    mayRun: ({ is_suspended }) => !is_suspended,
    run: ({ id }) => suspend({ userId: id, suspended: true, ...chosen }),
  };
}
