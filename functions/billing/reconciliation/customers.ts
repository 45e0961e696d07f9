import { linkedCustomers } from "../../accounts/table.ts";
import { listEntries } from "../../insights/tables/directory.ts";
import { stripe } from "../../platform/stripe.ts";
import { forgetCustomer } from "../subscriptions/forgetCustomer.ts";
import type { Page } from "./compare.ts";

/** DynamoDB reads so many accounts in one call. */
const PAGE_SIZE = 100;

/**
 * One page of the accounts: whether Stripe still has their customers. Stripe does not list deleted customers, and its
 * events tell of them for 30 days only.
 */
export const compareCustomers: Page = async ({ after }, now, compare, read) => {
  const { rows, next } = await listEntries({
    list: "users",
    order: "createdAt",
    direction: "asc",
    limit: PAGE_SIZE,
    ...(after === null ? {} : { cursor: after }),
  });
  const linked = await linkedCustomers(rows.map(({ id }) => String(id)));
  for (const { userId, customerId } of linked)
    await compare(
      `customer ${customerId}`,
      async () => !(await read.customers()).has(customerId) && forgetCustomer(userId, customerId, now),
    );
  return next;
};

/** The id of every customer at Stripe: far fewer requests than one for each account. */
export async function listCustomers(): Promise<ReadonlySet<string>> {
  const { customers } = await stripe();
  const found = new Set<string>();
  let after: string | undefined;
  do {
    const { data, has_more } = await customers.list({
      limit: 100,
      ...(after === undefined ? {} : { starting_after: after }),
    });
    for (const { id } of data) found.add(id);
    after = has_more ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return found;
}
