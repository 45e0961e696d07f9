import { type KeyRow, keyOwner } from "#shared/licenses/keyRow.ts";
import { MAX_VISITS } from "#shared/licenses/license.ts";
import type { LicenseCode } from "#shared/licenses/standing.ts";
import { Chip } from "../../ui/Chip.tsx";
import { ago, count, day, words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import type { Column } from "../kit/DataTable.tsx";
import { SwapMeter } from "./SwapMeter.tsx";
import { SWAP_RULE } from "./swaps.ts";

const STATES: Readonly<Partial<Record<LicenseCode, { word: string; tone: Tone }>>> = {
  VALID: { word: "active", tone: "good" },
  INACTIVE: { word: "inactive", tone: "neutral" },
  EXPIRED: { word: "expired", tone: "neutral" },
  PAYMENT_REQUIRED: { word: "unpaid", tone: "bad" },
  SUSPENDED: { word: "suspended", tone: "bad" },
  REVOKED: { word: "revoked", tone: "bad" },
};

/** The key's state as the application sees it. Green only if the key works. */
export function KeyState({ code }: { code: LicenseCode }) {
  const { word, tone } = STATES[code] ?? { word: words(code.toLowerCase()), tone: "bad" };
  return (
    <Chip dot tone={tone}>
      {word}
    </Chip>
  );
}

/** The count stops at MAX_VISITS, because a key remembers no more computers. */
export const computersOf = ({ computer_count }: KeyRow): string =>
  `${computer_count}${computer_count < MAX_VISITS ? "" : " or more"}`;

export const COLUMNS: readonly Column<KeyRow>[] = [
  {
    id: "license_key",
    head: "Key",
    sort: "license_key",
    cell: ({ license_key }) => <span className="font-mono text-xs">{license_key}</span>,
  },
  { id: "user_email", head: "User", grow: true, cell: keyOwner },
  {
    id: "assigned_at",
    head: "Assigned",
    from: "xxl",
    cell: ({ assigned_at }) => (assigned_at === null ? "—" : day(assigned_at)),
  },
  {
    id: "computer_name",
    head: "Computer",
    from: "xl",
    cut: "narrow",
    cell: ({ computer_name }) => computer_name ?? "—",
  },
  {
    id: "ip_address",
    head: "IP",
    from: "xxl",
    cut: "narrow",
    cell: ({ ip_address }) => <span className="font-mono text-xs">{ip_address ?? "—"}</span>,
  },
  {
    id: "last_used_at",
    head: "Last used",
    from: "lg",
    sort: "last_used_at",
    cell: ({ last_used_at }) => (last_used_at === null ? "never" : ago(last_used_at)),
  },
  {
    id: "computer_count",
    head: "Computers",
    end: true,
    from: "md",
    sort: "computer_count",
    cell: computersOf,
  },
  {
    id: "swaps",
    head: "Swaps today",
    from: "md",
    cell: ({ swap_count_today, max_daily_swaps }) => (
      <SwapMeter today={swap_count_today} most={max_daily_swaps} />
    ),
  },
  {
    id: "total_swaps",
    head: "Swaps in total",
    hint: SWAP_RULE,
    end: true,
    from: "xl",
    cell: ({ total_swaps }) => count(total_swaps),
  },
  { id: "is_active", head: "State", cell: ({ code }) => <KeyState code={code} /> },
];
