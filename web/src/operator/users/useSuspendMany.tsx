import { useState } from "react";
import { suspendUser } from "#shared/customers/operator.ts";
import type { UserRow } from "#shared/customers/userRow.ts";
import { useEachChange, userSubject } from "../data/useChange.ts";
import type { BulkAction } from "../kit/bulk.ts";
import { Choices } from "../kit/Choices.tsx";
import { SUBSCRIPTION, SuspensionReason } from "./UserActions.tsx";

export function useSuspendMany(): BulkAction<UserRow> {
  const [subscription, setSubscription] = useState<"pause" | "cancel">("pause");
  const [reason, setReason] = useState("");
  const suspend = useEachChange(suspendUser, ({ userId }) => [userSubject(userId)]);
  return {
    label: "Suspend",
    done: "Suspended",
    danger: true,
    explains: (
      <div className="space-y-4">
        <p>
          We sign them out everywhere, stop all their keys and close their open checkout pages. They can still
          sign in to see billing, cancel and get their data.
        </p>
        <SuspensionReason value={reason} onChange={setReason} />
        <Choices
          legend="If they have a subscription"
          choices={SUBSCRIPTION}
          value={subscription}
          onChange={setSubscription}
        />
      </div>
    ),
    skips: "already suspended.",
    mayRun: ({ is_suspended }) => !is_suspended,
    run: ({ id }) => suspend({ userId: id, suspended: true, subscription, reason }),
  };
}
