import { TABLES } from "../../infra/tables.ts";
import type { EndpointId } from "../../shared/endpoints.ts";
import type { Row } from "../support/memory/expressions.ts";
import type { Shop } from "./shop.ts";

/** A call with an API key, as its script and the shop saw it. */
export type Scripted = {
  id: EndpointId;
  apiKey: string;
  /** 0: nobody heard an answer. */
  status: number;
  /** A fault met the door: the call may not have been made. */
  wasTroubled: boolean;
  /** What it changed, in words. */
  changes: string[];
};

/** What each call of a key leaves behind, also a refused one. */
const OF_THE_DOOR = ["Audit", "Limits"];
const isKey = ({ pk }: Row) => pk === "apiKeys";

/** @returns what tells what has changed since; the day of a key's last use is no change */
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
