import path from "node:path";
import { isAmazons, PRICES, PRICES_READ, PRICES_REGION, type Price, type PriceId } from "./prices.ts";
import { CALLS, GUESSES, usageOf } from "./usage.ts";

export const COSTS_FILE = path.resolve(import.meta.dirname, "../../docs/costs.md");

const CUSTOMERS = [100, 10_000, 1_000_000] as const;
const MISSING = "no price";

/** Dollars, or null where the price is missing. */
export function costOf(price: Price, units: number): number | null {
  return price.dollars === null ? null : (Math.max(0, units - price.free) / price.per) * price.dollars;
}

export function costsPage(): string {
  const months = CUSTOMERS.map(usageOf);
  const ids = Object.keys(PRICES).filter((id): id is PriceId => id in PRICES);
  const costs = ids.map((id) => months.map((units) => costOf(PRICES[id], units[id])));
  const totals = months.map((_, month) => costs.reduce((sum, row) => sum + (row[month] ?? 0), 0));
  const priced = ids.filter((id) => PRICES[id].dollars !== null);
  const missing = ids.filter((id) => !priced.includes(id)).map((id) => PRICES[id].what);
  return `# What it costs

\`npm run costs\` writes this page: what a month is counted to ask of Amazon, times its list prices (${PRICES_REGION},
read on ${PRICES_READ}; other regions cost up to a quarter more). What is free for good is taken off; what is free in an
account's first year is not. Taxes, support plans and Stripe's share are not in it.

| A month, in dollars | ${CUSTOMERS.map((count) => `${whole(count)} customers`).join(" | ")} |
| --- | ${CUSTOMERS.map(() => "---:").join(" | ")} |
${ids.map((id, row) => `| ${PRICES[id].what} | ${(costs[row] ?? []).map(dollars).join(" | ")} |`).join("\n")}
| **Sum of what has a price** | ${totals.map((total) => `**${dollars(total)}**`).join(" | ")} |
| by customer | ${totals.map((total, month) => (total / (CUSTOMERS[month] ?? 1)).toFixed(4)).join(" | ")} |

No source with a figure was found for: ${missing.join("; ")}. Such rows stay open. Of the ${priced.length} prices
${priced.filter((id) => isAmazons(PRICES[id])).length} are from Amazon's own pages and the others from people who quote them: most of Amazon's pages fill their
figures in by a script, and cannot be kept as text. Before you rely on the sum, look the prices below up in
Amazon's calculator (<https://calculator.aws>) for your region, and put what differs into scripts/costs/prices.ts.

## What is counted

Calls of one customer in a month, and what each asks of DynamoDB. The integration tests count that
(test/integration/roundTrips.test.ts), and a test holds this table to them.

| Call | A month | Asks |
| --- | ---: | --- |
${CALLS.map(({ id, aMonth, asks }) => `| ${id} | ${aMonth} | ${asks.join(", ")} |`).join("\n")}

Alarms, their metrics, the firewall's rules, secrets and keys are counted from infra/; alarms and metrics are rounded up
to the next hundred.

## What is guessed

Nobody can count this before there are customers. Change scripts/costs/usage.ts when you know better.

- A call takes ${GUESSES.secondsACall * 1000} ms of a function with ${GUESSES.memoryGb * 1024} MB, writes ${GUESSES.logKbACall} KB to its log and as much to the gateway's; each that
  writes is followed by ${GUESSES.followersAWrite} call of a stream or queue. One in ${1 / GUESSES.shareOfCallsThatReadASecret} reads a secret.
  Traced are ${GUESSES.tracesASecond} call a second and ${GUESSES.shareTracedBesides * 100} % of what comes besides, which is X-Ray's own rule.
- A row is below 1 KB and lies in one index; a transaction writes two rows. A customer leaves ${GUESSES.rowsKbACustomer} KB in the tables.
- For each customer the site is visited ${GUESSES.visits} times, most of them by people who buy nothing: ${GUESSES.requestsAVisit} requests and ${GUESSES.mbAVisit} MB each.
- ${GUESSES.mails} mails a customer. Lambda looks into every queue all the time: ${whole(GUESSES.idlePolls)} requests that find nothing.
- Everyone who pays signs in once a month. Half of them would halve Cognito's row, the largest by far where there are
  many.

## Where the prices are from

| Price | Dollars | For | Free | Whose | Source |
| --- | ---: | --- | ---: | --- | --- |
${ids.map((id) => priceRow(PRICES[id])).join("\n")}
`;
}

function priceRow({ what, dollars: price, per, unit, free, source }: Price): string {
  const whose = isAmazons({ source }) ? "Amazon's" : "quoted";
  const shown = price === null ? MISSING : String(price < 0.001 ? price.toFixed(10) : price);
  return `| ${what} | ${shown} | ${whole(per)} ${unit} | ${whole(free)} | ${whose} | <${source}> |`;
}

function dollars(amount: number | null): string {
  return amount === null ? MISSING : amount.toLocaleString("en-US", DOLLARS);
}

const DOLLARS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

function whole(count: number): string {
  return count.toLocaleString("en-US");
}
