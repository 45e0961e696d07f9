import { type KeyRow, keyOwner } from "#shared/licenses/keyRow.ts";
import { MAX_VISITS } from "#shared/licenses/license.ts";
import type { LicenseCode } from "#shared/licenses/standing.ts";
import { Chip } from "../../ui/Chip.tsx";
import { ago, count, day, words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import { columnsOf, mono } from "../kit/columnsOf.tsx";
import type { Column } from "../kit/DataTable.tsx";
import { SWAP_RULE, SwapMeter } from "./SwapMeter.tsx";

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

const column = columnsOf<KeyRow>();

export const COLUMNS: readonly Column<KeyRow>[] = [
  column("license_key", "Key", { sort: "license_key", show: mono }),
  { id: "user_email", head: "User", grow: true, cell: keyOwner },
  column("assigned_at", "Assigned", { from: "xxl", show: day }),
  column("computer_name", "Computer", { from: "xl", cut: "narrow" }),
  column("ip_address", "IP", { from: "xxl", cut: "narrow", show: mono }),
  column("last_used_at", "Last used", { from: "lg", sort: "last_used_at", show: ago, none: "never" }),
  {
    ...column("computer_count", "Computers", { end: true, from: "md", sort: "computer_count" }),
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
  column("total_swaps", "Swaps in total", { hint: SWAP_RULE, end: true, from: "xl", show: count }),
  column("code", "State", { show: (code) => <KeyState code={code} /> }),
];
