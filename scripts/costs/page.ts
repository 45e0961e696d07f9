import path from "node:path";
import { STAGES, type Stage } from "../../infra/names.ts";
import { STAGE_SETTINGS } from "../../infra/stages.ts";
import { fixedUnits, sum } from "./fixed.ts";
import { isAmazons, type Price } from "./price.ts";
import { COGNITO_PLANS, PRICES, PRICES_READ, PRICES_REGION, type PriceId } from "./prices.ts";
import { CALLS, GUESSES, STARTS, usageOf } from "./usage.ts";

export const COSTS_FILE = path.resolve(import.meta.dirname, "../../docs/costs.md");

const CUSTOMERS = [100, 10_000, 1_000_000] as const;
const PRICE_IDS = Object.keys(PRICES).filter((id): id is PriceId => id in PRICES);
/** Hides rows below half a cent. */
const SHOWN_FROM = 0.005;

/** The price of these units in dollars. After the free units, each band has its own price. */
export function costOf({ dollars, per, free, bands = [] }: Price, units: number): number {
  const steps = [{ from: free, dollars }, ...bands];
  return sum(
    steps.map((step, index) => {
      const end = Math.min(units, steps[index + 1]?.from ?? Number.POSITIVE_INFINITY);
      return (Math.max(0, end - step.from) / per) * step.dollars;
    }),
  );
}

export function monthOf(customers: number, stage: Stage = "prod"): Record<PriceId, number> {
  const units = usageOf(customers, stage);
  const costs = PRICE_IDS.map((id) => [id, costOf(PRICES[id], units[id])] as const);
  return Object.fromEntries(costs) as Record<PriceId, number>;
}

export function totalOf(costs: Record<PriceId, number>): number {
  return sum(Object.values(costs));
}

export function costsPage(): string {
  const idle = STAGES.map((stage) => ({ stage, costs: monthOf(0, stage), units: usageOf(0, stage) }));
  const months = CUSTOMERS.map((customers) => monthOf(customers));
  const idleRows = PRICE_IDS.filter((id) => idle.some(({ costs }) => costs[id] >= SHOWN_FROM));
  const { metrics } = fixedUnits("prod");
  return `# What it costs

\`npm run docs -- costs\` writes this page. It multiplies a month's units, counted from the synthesized templates, by the list prices of
${PRICES_REGION} on ${PRICES_READ}. Other regions cost up to a quarter more. Amazon's permanent free allowances are subtracted as if the
stage were alone in its account; those of an account's first year are not. Taxes, support plans and Stripe's share are not
included.

## Idle

Before the first customer, a month in dollars:

| | ${idle.map(({ stage }) => stage).join(" | ")} | What turns it on |
| --- | ${idle.map(() => "---:").join(" | ")} | --- |
${idleRows.map((id) => `| ${PRICES[id].what} | ${idle.map(({ costs }) => dollars(costs[id])).join(" | ")} | ${PRICES[id].when} |`).join("\n")}
| **Sum** | ${idle.map(({ costs }) => `**${dollars(totalOf(costs))}**`).join(" | ")} | |
| Budget, which mails at 80 % | ${idle.map(({ stage }) => dollars(STAGE_SETTINGS[stage].monthlyBudget)).join(" | ")} | the whole account, including everything else in it |

| Counted from the templates | ${idle.map(({ stage }) => stage).join(" | ")} |
| --- | ${idle.map(() => "---:").join(" | ")} |
${COUNTED.map(({ id, what }) => `| ${what} | ${idle.map(({ units }) => whole(units[id])).join(" | ")} |`).join("\n")}

The functions count ${metrics} metrics for alarms. CloudWatch bills a metric for the hours with a count,
${dollars(PRICES.metrics.dollars)} for a whole month, and ten are free. While nothing fails, they cost nothing. docs/decisions/what-rings-and-what-does-not.md and docs/decisions/what-does-the-firewall-refuse.md explain each alarm
and rule. EventBridge's rules are free for events of AWS services. In its third year, the alarms' key costs ${dollars(3 * PRICES.keys.dollars)} instead of ${dollars(PRICES.keys.dollars)}, because each of its first two rotations adds ${dollars(PRICES.keys.dollars)}.

## With customers

A month of prod, in dollars:

| | ${CUSTOMERS.map((count) => `${whole(count)} customers`).join(" | ")} | What turns it on |
| --- | ${CUSTOMERS.map(() => "---:").join(" | ")} | --- |
${PRICE_IDS.map((id) => `| ${PRICES[id].what} | ${months.map((costs) => dollars(costs[id])).join(" | ")} | ${PRICES[id].when} |`).join("\n")}
| **Sum** | ${months.map((costs) => `**${dollars(totalOf(costs))}**`).join(" | ")} | |
| per customer | ${months.map((costs, index) => (totalOf(costs) / (CUSTOMERS[index] ?? 1)).toFixed(4)).join(" | ")} | |

The same people on Cognito's other plans (docs/decisions/why-do-operators-have-a-separate-user-pool.md says what each gives):

| Plan | ${CUSTOMERS.map((count) => `${whole(count)} people`).join(" | ")} |
| --- | ${CUSTOMERS.map(() => "---:").join(" | ")} |
${Object.entries(COGNITO_PLANS)
  .map(
    ([plan, price]) => `| ${plan} | ${CUSTOMERS.map((count) => dollars(costOf(price, count))).join(" | ")} |`,
  )
  .join("\n")}

## What is counted

The table lists one customer's calls in a month and each call's requests to DynamoDB. The integration tests count the requests
(test/integration/roundTrips.test.ts), and a test compares this table with them.

| Call | A month | Requests |
| --- | ---: | --- |
${CALLS.map(({ id, aMonth, asks }) => `| ${id} | ${aMonth} | ${asks.join(", ")} |`).join("\n")}
| functions that the sign-in page warms up | ${STARTS} | none |

## What is estimated

These figures cannot be counted without customers. Change scripts/costs/usage.ts when you have measured figures.

- A call takes ${GUESSES.secondsACall * 1000} ms of a function with ${GUESSES.memoryGb * 1024} MB, and writes ${GUESSES.logKbACall} KB each to its log and the gateway's.
  A call that changes data causes ${GUESSES.followersAWrite} invocation by a stream or queue. One call in ${1 / GUESSES.shareOfCallsThatReadASecret} reads a secret.
  X-Ray's default rule samples ${GUESSES.tracesASecond} call a second and ${GUESSES.shareTracedBesides * 100} % of the others.
- A row has less than 1 KB and is in one index; a transaction writes two rows. A customer's rows take ${GUESSES.rowsKbACustomer} KB.
- For each customer, the site has ${GUESSES.visits} visits, mostly by people who buy nothing. A visit has ${GUESSES.requestsAVisit} requests and ${GUESSES.mbAVisit} MB.
- Each customer gets ${GUESSES.mails} mails. Lambda polls each queue ${whole(GUESSES.pollsAQueue)} times a month, even if it is empty.
- Every customer signs in every month. There is one operator.

## Where the prices are from

${PRICE_IDS.filter((id) => isAmazons(PRICES[id])).length} of ${PRICE_IDS.length} prices are from Amazon's own pages. The others are from pages that quote Amazon, because most of Amazon's
pages load their figures by script. Before you rely on a sum, compare the prices with Amazon's calculator
(<https://calculator.aws>) for your region, and correct scripts/costs/prices.ts.

| Price | Dollars | For | Free | Whose | Source |
| --- | ---: | --- | ---: | --- | --- |
${PRICE_IDS.map((id) => priceRow(PRICES[id])).join("\n")}
`;
}

const COUNTED: readonly { readonly id: PriceId; readonly what: string }[] = [
  { id: "alarms", what: "Metrics that alarms read" },
  { id: "firewalls", what: "Web ACLs" },
  { id: "firewallRules", what: "Firewall rules" },
  { id: "secrets", what: "Secrets" },
  { id: "keys", what: "Keys" },
  { id: "dashboards", what: "Dashboards" },
  { id: "budgetActions", what: "Budget actions" },
  { id: "schedules", what: "Scheduled runs a month" },
  { id: "queues", what: "Requests to queues a month" },
];

function priceRow({ what, dollars: price, per, unit, free, source, bands = [] }: Price): string {
  const whose = isAmazons({ source }) ? "Amazon's" : "quoted";
  const shown = [
    exact(price),
    ...bands.map((band) => `from ${whole(band.from)} on ${exact(band.dollars)}`),
  ].join(", ");
  return `| ${what} | ${shown} | ${whole(per)} ${unit} | ${whole(free)} | ${whose} | <${source}> |`;
}

function exact(price: number): string {
  return price < 0.001 ? price.toFixed(10) : String(price);
}

function dollars(amount: number): string {
  return amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function whole(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}
