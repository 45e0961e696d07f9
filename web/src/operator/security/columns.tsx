import type { AlertRow } from "#shared/security/alertRow.ts";
import { Chip } from "../../ui/Chip.tsx";
import { count, words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import { Ago } from "../kit/Ago.tsx";
import type { Column } from "../kit/DataTable.tsx";

const TONES: Readonly<Record<AlertRow["severity"], Tone>> = {
  critical: "bad",
  high: "bad",
  medium: "warn",
  low: "neutral",
};

export function Severity({ severity }: { severity: AlertRow["severity"] }) {
  return (
    <Chip dot tone={TONES[severity]}>
      {severity}
    </Chip>
  );
}

export const COLUMNS: readonly Column<AlertRow>[] = [
  { id: "alert_type", head: "Alert", cell: ({ alert_type }) => words(alert_type) },
  { id: "severity", head: "Severity", cell: ({ severity }) => <Severity severity={severity} /> },
  {
    id: "user_email",
    head: "User",
    cut: "wide",
    from: "md",
    cell: ({ user_email, user_id }) => user_email ?? user_id.slice(0, 8),
  },
  { id: "description", head: "Description", grow: true, from: "lg", cell: ({ description }) => description },
  { id: "count", head: "Seen", end: true, from: "lg", cell: (alert) => `${count(alert.count)} ×` },
  {
    id: "last_seen_at",
    head: "Last seen",
    from: "md",
    cell: ({ last_seen_at }) => <Ago at={last_seen_at} />,
  },
  {
    id: "resolved",
    head: "State",
    from: "md",
    cell: ({ resolved }) => (
      <Chip tone={resolved ? "good" : "neutral"}>{resolved ? "resolved" : "open"}</Chip>
    ),
  },
];
