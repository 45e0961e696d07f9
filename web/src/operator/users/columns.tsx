import type { UserRow } from "#shared/customers/userRow.ts";
import { isOngoing } from "#shared/subscriptions/subscription.ts";
import { Chip } from "../../ui/Chip.tsx";
import { ago, count, day, words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import type { Column } from "../kit/DataTable.tsx";

const TONES: Readonly<Record<UserRow["membership_status"], Tone>> = {
  active: "good",
  trial: "neutral",
  expired: "warn",
  inactive: "neutral",
};

/** A subscription whose license does not work is in dispute or overdue, not expired. A free key is no trial. */
export function membershipWord({ membership_status: is, subscription_status }: UserRow): string {
  if (is === "trial" && subscription_status !== "trialing") return "free";
  const isStopped = is === "expired" && subscription_status !== null && isOngoing(subscription_status);
  return isStopped ? "license stopped" : is;
}

/** Shows the membership and, as a separate flag, a suspension. */
export function Membership({ user }: { user: UserRow }) {
  return (
    <span className="inline-flex gap-1.5">
      <Chip dot tone={TONES[user.membership_status]}>
        {membershipWord(user)}
      </Chip>
      {user.is_suspended && (
        <Chip dot tone="bad">
          suspended
        </Chip>
      )}
    </span>
  );
}

export const COLUMNS: readonly Column<UserRow>[] = [
  { id: "email", head: "Email", grow: true, sort: "email", cell: ({ email }) => email },
  { id: "membership_status", head: "Membership", cell: (user) => <Membership user={user} /> },
  {
    id: "subscription_status",
    head: "Subscription",
    from: "lg",
    cell: ({ subscription_status }) => (subscription_status === null ? "—" : words(subscription_status)),
  },
  { id: "seat_count", head: "Seats", end: true, from: "md", cell: ({ seat_count }) => count(seat_count) },
  {
    id: "created_at",
    head: "Created",
    from: "md",
    sort: "created_at",
    cell: ({ created_at }) => day(created_at),
  },
  {
    id: "last_sign_in_at",
    head: "Last sign-in",
    from: "lg",
    sort: "last_sign_in_at",
    cell: ({ last_sign_in_at }) => (last_sign_in_at === null ? "never" : ago(last_sign_in_at)),
  },
  {
    id: "location",
    head: "Location",
    from: "xl",
    cell: ({ last_login_location }) => last_login_location ?? "—",
  },
  {
    id: "ip",
    head: "IP",
    from: "xl",
    cell: ({ last_login_ip }) => <span className="font-mono text-xs">{last_login_ip ?? "—"}</span>,
  },
];
