import { TABLES } from "../../infra/tables.ts";
import type { EndpointId } from "../../shared/endpoints.ts";
import type { Row } from "../support/memory/expressions.ts";
import type { Shop } from "./shop.ts";

/** A call with an API key, its answer and its effects. */
export type Scripted = {
  id: EndpointId;
  apiKey: string;
  /** The HTTP status; 0 if the answer was lost. */
  status: number;
  /** Whether a fault occurred in the API for keys, so the call may not have been made. */
  wasTroubled: boolean;
  changes: string[];
};

/** Tables that every call with an API key writes to, even a refused call. */
const OF_THE_DOOR = ["Audit", "Limits"];
const isKey = ({ pk }: Row) => pk === "apiKeys";

/** @returns a function that lists the changes since now, except the day of a key's last use */
export function traceOf({ database, stripe }: Shop): () => string[] {
  const keep = () =>
    new Map(
      Object.keys(TABLES)
        .filter((table) => !OF_THE_DOOR.includes(table))
        .flatMap((table) =>
          database
            .rows(table)
            .filter((row) => !isKey(row))
            .map((row) => [row, table] as const),
        ),
    );
  const before = keep();
  const asked = stripe.writes;
  return () => {
    const after = keep();
    const changed = [...after]
      .filter(([row]) => !before.has(row))
      .concat([...before].filter(([row]) => !after.has(row)));
    return [
      ...changed.map(([{ pk, sk }, table]) => `${table} ${pk} ${sk}`),
      ...(stripe.writes > asked ? [`${stripe.writes - asked} requests to Stripe`] : []),
    ];
  };
}
