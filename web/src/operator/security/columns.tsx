import type { AlertRow } from "#shared/security/alertRow.ts";
import { Chip } from "../../ui/Chip.tsx";
import { count, words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import { Ago } from "../kit/Ago.tsx";
import { columnsOf } from "../kit/columnsOf.tsx";
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

const column = columnsOf<AlertRow>();

export const COLUMNS: readonly Column<AlertRow>[] = [
  column("alert_type", "Alert", { show: words }),
  column("severity", "Severity", { show: (severity) => <Severity severity={severity} /> }),
  {
    id: "user_email",
    head: "User",
    cut: "wide",
    from: "md",
    cell: ({ user_email, user_id }) => user_email ?? user_id.slice(0, 8),
  },
  column("description", "Description", { grow: true, from: "lg" }),
  column("count", "Seen", { end: true, from: "lg", show: (times) => `${count(times)} ×` }),
  column("last_seen_at", "Last seen", { from: "md", show: (at) => <Ago at={at} /> }),
  column("resolved", "State", {
    from: "md",
    show: (is) => <Chip tone={is ? "good" : "neutral"}>{is ? "resolved" : "open"}</Chip>,
  }),
];
