import type { ReactElement } from "react";
import { type KeyRow, keyOwner } from "#shared/licenses/keyRow.ts";
import { atTime, moment } from "../../ui/format.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { customerHref } from "../tabs.ts";
import { computersOf, KeyState } from "./columns.tsx";
import { extrasFacts } from "./extras.ts";
import { KeyActions } from "./KeyActions.tsx";
import { ShownKey } from "./ShownKey.tsx";
import { SWAP_RULE, SwapMeter } from "./SwapMeter.tsx";

export function KeyPanel({ row }: { row: KeyRow }): ReactElement {
  return (
    <SidePanel
      id={row.id}
      title={keyOwner(row)}
      actions={
        <>
          <KeyActions row={row} />
          {row.user_id !== null && <ButtonLink to={customerHref(row.user_id)}>Customer</ButtonLink>}
        </>
      }
    >
      <div className="mb-3">
        <ShownKey key={row.id} row={row} />
      </div>
      <Facts
        facts={[
          { name: "State", value: <KeyState code={row.code} /> },
          { name: "Source", value: row.source },
          { name: "Ends", value: row.expires_at && atTime(row.expires_at) },
          ...extrasFacts(row.extras),
          { name: "Assigned", value: row.assigned_at && moment(row.assigned_at) },
          { name: "Computer", value: row.computer_name },
          { name: "IP", value: row.ip_address },
          { name: "Last used", value: row.last_used_at && moment(row.last_used_at) },
          { name: "Activations", value: row.activation_count },
          { name: "Computers so far", value: computersOf(row) },
          {
            name: "Swaps today",
            value: <SwapMeter today={row.swap_count_today} most={row.max_daily_swaps} />,
          },
          {
            name: "Total swaps",
            value: (
              <>
                {row.total_swaps}
                <span className="block text-xs text-quiet">{SWAP_RULE}</span>
              </>
            ),
          },
          { name: "Enabled", value: row.is_active ? "yes" : "no" },
          { name: "Created", value: moment(row.created_at) },
        ]}
      />
    </SidePanel>
  );
}
