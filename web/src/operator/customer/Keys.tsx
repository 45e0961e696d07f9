import type { ReactElement } from "react";
import { ago } from "../../ui/format.ts";
import { Why } from "../../ui/Why.tsx";
import { KeyState } from "../keys/columns.tsx";
import { KeyActions } from "../keys/KeyActions.tsx";
import { ShownKey } from "../keys/ShownKey.tsx";
import { SwapMeter } from "../keys/SwapMeter.tsx";
import { Section } from "./Section.tsx";
import { type Customer, trialWords } from "./verdict.ts";

export function Keys({ keys }: Pick<Customer, "keys">): ReactElement {
  return (
    <Section title="Keys and devices" empty={keys.length === 0 && "No keys."}>
      <ul className="divide-y divide-line">
        {keys.map((row) => (
          <li key={row.id} className="space-y-2 py-2.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <ShownKey row={row} />
              <span className="ml-auto">
                <KeyState code={row.code} />
              </span>
            </div>
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-quiet">
              <span>{row.computer_name ?? "not on a computer"}</span>
              <span>{row.last_used_at === null ? "never used" : `used ${ago(row.last_used_at)}`}</span>
              {row.trial && <span>{trialWords(row.trial)}</span>}
              <span>
                Swaps today: <SwapMeter today={row.swap_count_today} most={row.max_daily_swaps} />
              </span>
            </p>
            <Why explanation={row.explanation} plain />
            <div className="flex flex-wrap gap-2">
              <KeyActions row={row} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
