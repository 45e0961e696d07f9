import { settle } from "../../../local/seed/api.ts";
import type { StackFile } from "../../../local/stackFile.ts";
import { checkComparison, differences } from "./compare.ts";
import type { Journal } from "./journal.ts";
import { Lane } from "./mix.ts";
import { type Customer, newCustomer } from "./people.ts";
import { insist } from "./run.ts";
import { readTables, type Tables } from "./tables.ts";

export type Scene = { stack: StackFile; journal: Journal; customers: Customer[]; links: Map<string, string> };

/** Distributes the customers among the lanes. @param operatorToken the token that reads the operator's lists */
export function lanesOf(
  { stack, journal, customers, links }: Scene,
  count: number,
  operatorToken = () => "",
) {
  const apiPath = new URL(stack.apiUrl).pathname.replace(/\/$/, "");
  const world = { journal, links, operatorToken, apiPath };
  const share = (lane: number) => customers.filter((_, index) => index % count === lane);
  return Array.from({ length: count }, (_, lane) => new Lane(share(lane), world));
}

/** Retries the applications' unanswered requests, then compares the tables. */
export async function endEqual({ stack, journal }: Scene, lanes: readonly Lane[]): Promise<void> {
  for (const lane of lanes)
    for (let asked = lane.left(); asked; asked = lane.left()) await insist(stack.siteUrl, asked);
  checkComparison(await comparedTables(stack, journal), journal);
}

export async function signUp(stack: StackFile, { customers }: Journal): Promise<Customer> {
  const customer = await newCustomer(stack);
  customers.set(customer.userId, customer.proof.licenseKey);
  return customer;
}

const LOOKS = 60;
const LOOK_EVERY_MS = 5_000;

/**
 * Compares the tables once the deliveries have ended. Repeats this until they match, because the product retries failed
 * deliveries after a while.
 * @throws the remaining differences
 */
async function comparedTables(stack: StackFile, journal: Journal): Promise<Tables> {
  for (let look = 1; ; look += 1) {
    await settle(stack);
    const tables = await readTables(stack);
    const found = differences(tables, journal);
    if (found.length === 0) return tables;
    if (look === LOOKS) throw new Error(`The tables differ:\n${found.slice(0, 40).join("\n")}`);
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}
