import type { Endpoint, Input, Output } from "#shared/endpoint.ts";
import { accountRow, toUser } from "../accounts/table.ts";
import { totalIn, totalsRow } from "../insights/figures/table.ts";
import { type Customer, identify } from "./caller.ts";
import { getItems } from "./dynamo.ts";
import { edge } from "./edge.ts";
import { parseInput } from "./http.ts";

type Handle<E extends Endpoint> = (request: {
  input: Input<E>;
  now: Date;
  /** How many are in a list, or in a part of it. */
  total: (name: string) => number;
}) => Promise<Output<E>>;

/** For an operator's list: who asks and how many there are come by one call, so that a page takes two. */
export function httpCounted<const E extends Endpoint & { audience: "operator" }>(contract: E) {
  return (handle: Handle<E>) =>
    edge(contract, async (event, now) => {
      let total = (_: string) => 0;
      await identify(event, contract, async (userId): Promise<Customer["user"] | undefined> => {
        const [account, totals] = [accountRow(userId), totalsRow()];
        const found = await getItems({ [account.table]: [account.key], [totals.table]: [totals.key] });
        total = (name) => totalIn(found[totals.table]?.[0], name);
        const row = found[account.table]?.[0];
        return row && toUser(row);
      });
      return handle({ input: parseInput(contract, event), now, total });
    });
}
