import type { Endpoint, Input, Output } from "#shared/endpoint.ts";
import { getItems, type Item, type Keys, type Rows } from "../platform/dynamo.ts";
import { type ApiEvent, edge } from "../platform/edge.ts";
import { accountRow, operatorRow, toOperator, toUser } from "../users/index.ts";
import { type CallerOf, identifyPerson } from "./caller.ts";
import { parseInput } from "./http.ts";
import { identifyOperator } from "./operator.ts";

// Endpoints that read the caller's row together with other rows, to save a round trip.

type Person = Endpoint & { audience: "customer" | "operator" };

/** For an endpoint that can compute its rows' keys from the input and the caller. @param keysOf may reject the input */
export function httpWithRows<const E extends Person>(
  contract: E,
  keysOf: (input: Input<E>, userId: string) => Keys,
) {
  return (
    handle: (request: {
      input: Input<E>;
      caller: CallerOf<E["audience"]>;
      now: Date;
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
 * For an operator's list. It reads the page first, then the caller and the related rows in one call, so a page takes
 * two round trips. It returns nothing before it has identified the caller.
 */
export function httpPage<const E extends Person & { audience: "operator" }, P>(
  contract: E,
  page: (input: Input<E>, now: Date) => Promise<P>,
  beside: (page: P, input: Input<E>) => Keys,
) {
  return (
    answer: (request: {
      input: Input<E>;
      caller: CallerOf<"operator">;
      page: P;
      now: Date;
      rows: Rows;
    }) => Output<E>,
  ) =>
    edge(contract, async (event, now) => {
      const read = async () => {
        const input = parseInput(contract, event);
        const found = await page(input, now);
        return { value: { input, page: found }, keys: beside(found, input) };
      };
      const { caller, value, rows } = await identifyTogether(event, contract, read);
      return answer({ ...value, caller, now, rows });
    });
}

/**
 * Reports an error from `read` only after the caller is authorized. The keys from `read` must not be in the table of
 * the caller's row.
 */
async function identifyTogether<T, E extends Person>(
  event: ApiEvent,
  contract: E,
  read: (userId: string) => Promise<{ value: T; keys: Keys }>,
): Promise<{ caller: CallerOf<E["audience"]>; value: T; rows: Rows }> {
  let outcome: () => { value: T; rows: Rows } = () => {
    throw new Error("The caller was identified without a read of the caller's row");
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
