import type { Endpoint, Input, Output } from "#shared/endpoint.ts";
import { accountRow, toUser } from "../accounts/table.ts";
import { type Customer, identifyPerson } from "./caller.ts";
import { getItems, type Keys, type Rows } from "./dynamo.ts";
import { type ApiEvent, edge } from "./edge.ts";
import { parseInput } from "./http.ts";

// Calls whose caller is read together with other rows, so that both cost one round trip.

type Person = Endpoint & { audience: "customer" | "operator" };

/** For an endpoint that needs rows whose keys stand in its input. @param keysOf may refuse the input */
export function httpWithRows<const E extends Person>(contract: E, keysOf: (input: Input<E>) => Keys) {
  return (
    handle: (request: {
      input: Input<E>;
      caller: Customer;
      now: Date;
      /** By table. */
      rows: Rows;
    }) => Promise<Output<E>>,
  ) =>
    edge(contract, async (event, now) => {
      const read = async () => {
        const input = parseInput(contract, event);
        return { value: input, keys: keysOf(input) };
      };
      const { caller, value: input, rows } = await identifyTogether(event, contract, read);
      return handle({ input, caller, now, rows });
    });
}

/**
 * For an operator's list: the page is read first, then by one call who asks and what stands beside it, so that a
 * page takes two round trips. Nothing of it leaves before the caller is known.
 */
export function httpPage<const E extends Person & { audience: "operator" }, P>(
  contract: E,
  page: (input: Input<E>, now: Date) => Promise<P>,
  beside: (page: P, input: Input<E>) => Keys,
) {
  return (answer: (request: { input: Input<E>; page: P; now: Date; rows: Rows }) => Output<E>) =>
    edge(contract, async (event, now) => {
      const read = async () => {
        const input = parseInput(contract, event);
        const found = await page(input, now);
        return { value: { input, page: found }, keys: beside(found, input) };
      };
      const { value, rows } = await identifyTogether(event, contract, read);
      return answer({ ...value, now, rows });
    });
}

/** What `read` refuses is said only to whoever may ask. Its keys are of other tables than the caller's. */
async function identifyTogether<T>(
  event: ApiEvent,
  contract: Person,
  read: () => Promise<{ value: T; keys: Keys }>,
): Promise<{ caller: Customer; value: T; rows: Rows }> {
  let outcome: () => { value: T; rows: Rows } = () => {
    throw new Error("The caller was identified without having been looked for");
  };
  const caller = await identifyPerson(event, contract, async (userId) => {
    const account = accountRow(userId);
    const wanted = await read().catch((refusal: unknown) => {
      outcome = () => {
        throw refusal;
      };
      return undefined;
    });
    const rows = await getItems({ ...wanted?.keys, [account.table]: [account.key] });
    if (wanted) outcome = () => ({ value: wanted.value, rows });
    const row = rows[account.table]?.[0];
    return row && toUser(row);
  });
  return { caller, ...outcome() };
}
