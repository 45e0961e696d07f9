import type { ReactElement } from "react";
import type { Purchase } from "#shared/billing/purchase.ts";
import { moment } from "../kit/format.ts";
import { Section } from "./Section.tsx";

/** What was known each time the customer went to pay. */
export function Purchases({ purchases }: { purchases: readonly Purchase[] }): ReactElement {
  return (
    <Section title="Started checkout" empty={purchases.length === 0 && "Never."}>
      <ul className="divide-y divide-line">
        {purchases.map(({ sessionId, product, at, address, country, device, terms }) => (
          <li key={sessionId} className="py-2">
            <p className="flex flex-wrap gap-x-3">
              <span className="font-medium first-letter:uppercase">{product}</span>
              <span className="text-quiet">{moment(at)}</span>
              <span className="figures text-quiet">
                {[address, country].filter(Boolean).join(", ") || "address unknown"}
              </span>
            </p>
            <p className="mt-0.5 text-xs break-words text-quiet">
              {terms === null ? "No terms recorded" : `Accepted the terms of ${terms}`} ·{" "}
              {device ?? "device unknown"}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
