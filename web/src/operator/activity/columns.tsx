import { Link } from "react-router-dom";
import type { ActivityEntry } from "#shared/affiliates/activity.ts";
import { Chip } from "../../ui/Chip.tsx";
import { money } from "../../ui/format.ts";
import { Ago } from "../kit/Ago.tsx";
import type { Column } from "../kit/DataTable.tsx";
import { hrefOf } from "../tabs.ts";

/** An entry with its affiliate's address, if known. */
type ActivityRow = ActivityEntry & { email?: string | undefined };
type Click = Extract<ActivityEntry, { type: "click" }>;

const click = (entry: ActivityEntry): Click | null => (entry.type === "click" ? entry : null);

const affiliate: Column<ActivityRow> = {
  id: "affiliate_id",
  head: "Affiliate",
  from: "lg",
  cut: "narrow",
  cell: ({ affiliate_id, email }) => (
    <Link
      to={`${hrefOf("activity")}?affiliate=${encodeURIComponent(affiliate_id)}`}
      title={email}
      className="rounded-small text-xs underline-offset-2 hover:underline"
    >
      {email ?? affiliate_id.slice(0, 8)}
    </Link>
  ),
  csv: ({ affiliate_id }) => affiliate_id,
};
const time: Column<ActivityRow> = {
  id: "ts",
  head: "Time",
  cell: ({ ts }) => <Ago at={ts} />,
  csv: ({ ts }) => ts,
};
const status: Column<ActivityRow> = {
  id: "status",
  head: "Status",
  cell: (entry) => (
    <Chip dot tone={entry.status === "success" ? "good" : "bad"}>
      {entry.status}
    </Chip>
  ),
  csv: (entry) => entry.status,
};
const referrer: Column<ActivityRow> = {
  id: "referrer",
  head: "Referrer",
  grow: true,
  cell: (entry) => click(entry)?.referrer ?? (entry.type === "click" ? "direct" : "—"),
  csv: (entry) => click(entry)?.referrer ?? null,
};
const device: Column<ActivityRow> = {
  id: "device",
  head: "Device",
  from: "md",
  cell: (entry) => click(entry)?.device ?? "—",
  csv: (entry) => click(entry)?.device ?? null,
};
const country: Column<ActivityRow> = {
  id: "country",
  head: "Country",
  from: "md",
  cell: (entry) => click(entry)?.country ?? "—",
  csv: (entry) => click(entry)?.country ?? null,
};
const bot: Column<ActivityRow> = {
  id: "is_bot",
  head: "Bot",
  from: "lg",
  cell: (entry) => (click(entry)?.is_bot ? <Chip tone="warn">bot</Chip> : "—"),
  csv: (entry) => click(entry)?.is_bot ?? null,
};
const amount: Column<ActivityRow> = {
  id: "amount_cents",
  head: "Amount",
  end: true,
  cell: (entry) => (entry.type === "conversion" ? money(entry.amount_cents, entry.currency) : "—"),
  csv: (entry) => (entry.type === "conversion" ? entry.amount_cents : null),
};
const currency: Column<ActivityRow> = {
  id: "currency",
  head: "Currency",
  from: "md",
  cell: (entry) => (entry.type === "conversion" ? entry.currency.toUpperCase() : "—"),
  csv: (entry) => (entry.type === "conversion" ? entry.currency : null),
};
const type: Column<ActivityRow> = {
  id: "type",
  head: "Type",
  cell: (entry) => <Chip tone={entry.type === "conversion" ? "good" : "neutral"}>{entry.type}</Chip>,
  csv: (entry) => entry.type,
};

export const COLUMNS: Readonly<Record<"all" | "click" | "conversion", readonly Column<ActivityRow>[]>> = {
  all: [
    type,
    referrer,
    { ...amount, from: "md" },
    { ...device, from: "lg" },
    { ...country, from: "lg" },
    { ...bot, from: "xl" },
    affiliate,
    { ...status, from: "md" },
    time,
  ],
  click: [time, referrer, device, country, bot, affiliate, status],
  conversion: [
    time,
    amount,
    currency,
    affiliate,
    status,
    { id: "room", head: "", grow: true, from: "md", cell: () => null },
  ],
};
