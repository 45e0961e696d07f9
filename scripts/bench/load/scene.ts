import { settle } from "../../../local/seed/api.ts";
import type { StackFile } from "../../../local/stackFile.ts";
import { differences } from "./compare.ts";
import type { Journal } from "./journal.ts";
import { type Customer, newCustomer } from "./people.ts";
import { readTables, type Tables } from "./tables.ts";

export type Scene = { stack: StackFile; journal: Journal; customers: Customer[]; links: Map<string, string> };

export const apiPathOf = ({ apiUrl }: StackFile): string => new URL(apiUrl).pathname.replace(/\/$/, "");

export async function signUp(stack: StackFile, { customers }: Journal): Promise<Customer> {
  const customer = await newCustomer(stack);
  customers.set(customer.userId, customer.proof.licenseKey);
  return customer;
}

const LOOKS = 60;
const LOOK_EVERY_MS = 5_000;

/** Once all is delivered: what failed on the way comes again after a while. @throws the differences that stay */
export async function comparedTables(stack: StackFile, journal: Journal): Promise<Tables> {
  for (let look = 1; ; look += 1) {
    await settle(stack);
    const tables = await readTables(stack);
    const found = differences(tables, journal);
    if (found.length === 0) return tables;
    if (look === LOOKS) throw new Error(`The tables differ:\n${found.slice(0, 40).join("\n")}`);
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}
