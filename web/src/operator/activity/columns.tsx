import { Link } from "react-router-dom";
import type { ActivityEntry } from "#shared/affiliates/activity.ts";
import { Chip } from "../../ui/Chip.tsx";
import { money } from "../../ui/format.ts";
import { Ago } from "../kit/Ago.tsx";
import { columnsOf } from "../kit/columnsOf.tsx";
import type { Column } from "../kit/DataTable.tsx";
import { hrefOf } from "../tabs.ts";

type Of<T extends ActivityEntry["type"]> = Extract<ActivityEntry, { type: T }>;
/** An entry of either type, with its affiliate's address, if known. */
type ActivityRow = Pick<ActivityEntry, keyof ActivityEntry> &
  Partial<Omit<Of<"click">, "type"> & Omit<Of<"conversion">, "type">> & { email?: string | undefined };

const column = columnsOf<ActivityRow>();
const affiliate: Column<ActivityRow> = {
  ...column("affiliate_id", "Affiliate", { from: "lg", cut: "narrow" }),
  cell: ({ affiliate_id, email }) => (
    <Link
      to={`${hrefOf("activity")}?affiliate=${encodeURIComponent(affiliate_id)}`}
      title={email}
      className="rounded-small text-xs underline-offset-2 hover:underline"
    >
      {email ?? affiliate_id.slice(0, 8)}
    </Link>
  ),
};
const time = column("ts", "Time", { show: (ts) => <Ago at={ts} /> });
const status = column("status", "Status", {
  show: (word) => (
    <Chip dot tone={word === "success" ? "good" : "bad"}>
      {word}
    </Chip>
  ),
});
const referrer: Column<ActivityRow> = {
  ...column("referrer", "Referrer", { grow: true }),
  cell: ({ type, referrer }) => referrer ?? (type === "click" ? "direct" : "—"),
};
const device = column("device", "Device", { from: "md" });
const country = column("country", "Country", { from: "md" });
const bot = column("is_bot", "Bot", {
  from: "lg",
  show: (isBot) => (isBot ? <Chip tone="warn">bot</Chip> : "—"),
});
const amount: Column<ActivityRow> = {
  ...column("amount_cents", "Amount", { end: true }),
  cell: ({ amount_cents, currency }) => (amount_cents === undefined ? "—" : money(amount_cents, currency)),
};
const currency = column("currency", "Currency", { from: "md", show: (code) => code.toUpperCase() });
const type = column("type", "Type", {
  show: (word) => <Chip tone={word === "conversion" ? "good" : "neutral"}>{word}</Chip>,
});

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
