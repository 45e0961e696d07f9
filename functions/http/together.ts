import type { Endpoint, Input, Output } from "#shared/endpoint.ts";
import { getItems, type Item, type Keys, type Rows } from "../platform/dynamo.ts";
import { type ApiEvent, edge } from "../platform/edge.ts";
import { accountRow, operatorRow, toOperator, toUser } from "../users/index.ts";
import { type CallerOf, identifyPerson } from "./caller.ts";
import { parseInput } from "./http.ts";
import { identifyOperator } from "./operator.ts";

// Calls whose caller is read together with other rows, so that both cost one round trip.

type Person = Endpoint & { audience: "customer" | "operator" };

/** For an endpoint that needs rows whose keys follow from its input and its caller. @param keysOf may refuse the input */
export function httpWithRows<const E extends Person>(
  contract: E,
  keysOf: (input: Input<E>, userId: string) => Keys,
) {
  return (
    handle: (request: {
      input: Input<E>;
      caller: CallerOf<E["audience"]>;
      now: Date;
      /** By table. */
      rows: Rows;
    }) => Promise<Output<E>>,
  ) =>
    edge(contract, async (event, now) => {
      const read = async (userId: string) => {
        const input = parseInput(contract, event);
        return { value: input, keys: keysOf(input, userId) };
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

/** What `read` refuses is said only to a caller who may ask. Its keys are of other tables than the caller's. */
async function identifyTogether<T, E extends Person>(
  event: ApiEvent,
  contract: E,
  read: (userId: string) => Promise<{ value: T; keys: Keys }>,
): Promise<{ caller: CallerOf<E["audience"]>; value: T; rows: Rows }> {
  let outcome: () => { value: T; rows: Rows } = () => {
    throw new Error("The caller was identified without having been looked for");
  };
  const readWith = async (
    userId: string,
    { table, key }: { table: string; key: Item },
  ): Promise<Item | undefined> => {
    const wanted = await read(userId).catch((refusal: unknown) => {
      outcome = () => {
        throw refusal;
      };
      return undefined;
    });
    const rows = await getItems({ ...wanted?.keys, [table]: [key] });
    if (wanted) outcome = () => ({ value: wanted.value, rows });
    return rows[table]?.[0];
  };
  const identified =
    contract.audience === "operator"
      ? await identifyOperator(event, contract, async (userId) => {
          const row = await readWith(userId, operatorRow(userId));
          return row && toOperator(row);
        })
      : await identifyPerson(event, contract, async (userId) => {
          const row = await readWith(userId, accountRow(userId));
          return row && toUser(row);
        });
  // biome-ignore lint/plugin: the audience in the contract decides which caller was identified.
  return { caller: identified as CallerOf<E["audience"]>, ...outcome() };
}
