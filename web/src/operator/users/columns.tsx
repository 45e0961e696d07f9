import { membershipWord, type UserRow } from "#shared/customers/userRow.ts";
import { Chip } from "../../ui/Chip.tsx";
import { ago, count, day, words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import { columnsOf, mono } from "../kit/columnsOf.tsx";
import type { Column } from "../kit/DataTable.tsx";

const TONES: Readonly<Record<UserRow["membership_status"], Tone>> = {
  active: "good",
  trial: "neutral",
  expired: "warn",
  inactive: "neutral",
};

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

const column = columnsOf<UserRow>();

export const COLUMNS: readonly Column<UserRow>[] = [
  column("email", "Email", { grow: true, sort: "email" }),
  { id: "membership_status", head: "Membership", cell: (user) => <Membership user={user} /> },
  column("subscription_status", "Subscription", { from: "lg", show: words }),
  column("seat_count", "Seats", { end: true, from: "md", show: count }),
  column("created_at", "Created", { from: "md", sort: "created_at", show: day }),
  column("last_sign_in_at", "Last sign-in", {
    from: "lg",
    sort: "last_sign_in_at",
    show: ago,
    none: "never",
  }),
  column("last_login_location", "Location", { from: "xl" }),
  column("last_login_ip", "IP", { from: "xl", show: mono }),
];
