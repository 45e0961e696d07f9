import path from "node:path";
import { COMMISSION_NEXT, DEBT_NEXT } from "../../shared/affiliates/commission.ts";
import { EVENT_NEXT, SUBSCRIPTION_GIVES, TROUBLE_TAKES } from "../../shared/grants/states.ts";
import type { Entitlement } from "../../shared/licenses/standing.ts";
import { standing } from "../../shared/licenses/standing.ts";
import { BATCH_NEXT } from "../../shared/payouts/batch.ts";
import { PAYOUT_NEXT, REQUEST_NEXT } from "../../shared/payouts/states.ts";
import { RESERVATION_NEXT } from "../../shared/promotions/reservation.ts";
import { ENTRY_NEXT } from "../../shared/promotions/waitingList.ts";
import { INCIDENT_NEXT } from "../../shared/status/incident.ts";
import { SUBSCRIPTION_STATUSES, subscriptionMessage } from "../../shared/subscriptions/subscription.ts";

/** `npm run docs` writes docs/states.md from the tables of states; a test keeps it current. */
export const STATES_FILE = path.resolve(import.meta.dirname, "../../docs/states.md");

const WHAT_IT_GIVES: Record<(typeof SUBSCRIPTION_GIVES)[keyof typeof SUBSCRIPTION_GIVES], string> = {
  none: "no grant",
  live: "grant live",
  grace: "grant live for 14 days with a warning, then a payment is required",
  suspended: "grant suspended (payment), lifted by paying",
  ended: "grant ended; its key is kept for the next subscription",
};

const NOW = new Date(0);
const UNBROKEN: Entitlement = {
  tier: "pro",
  ended: false,
  expiresAt: null,
  pastDueSince: null,
  suspensions: [],
  revocations: [],
  active: true,
};
const DAY_MS = 24 * 60 * 60 * 1000;
const owedFor = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

/** The most serious reason first, because it hides the others. */
const REASONS: readonly [string, Partial<Entitlement>][] = [
  ["revoked: refund", { revocations: ["refund"] }],
  ["revoked: dispute lost", { revocations: ["dispute"] }],
  ["switched off by the operator", { active: false }],
  ["suspended: dispute open", { suspensions: ["dispute"] }],
  ["suspended: account", { suspensions: ["account"] }],
  ["ended", { ended: true }],
  ["suspended: payment", { suspensions: ["payment"] }],
  ["a payment is owed for 15 days", { pastDueSince: owedFor(15) }],
  ["a payment is owed for 1 day", { pastDueSince: owedFor(1) }],
  ["nothing", {}],
];

function diagram(start: string, next: Readonly<Record<string, readonly string[]>>): string {
  const arrows = Object.entries(next).flatMap(([from, to]) => to.map((state) => `  ${from} --> ${state}`));
  const ends = Object.entries(next).flatMap(([state, to]) =>
    to.every((other) => other === state) ? [`  ${state} --> [*]`] : [],
  );
  return ["```mermaid", "stateDiagram-v2", `  [*] --> ${start}`, ...arrows, ...ends, "```"].join("\n");
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

export function statesPage(): string {
  const statuses = SUBSCRIPTION_STATUSES.map((status) => [
    `\`${status}\``,
    WHAT_IT_GIVES[SUBSCRIPTION_GIVES[status]],
    subscriptionMessage(status),
  ]);
  const troubles = Object.entries(TROUBLE_TAKES).map(([trouble, { suspension, revocation }]) => [
    trouble,
    suspension ? `suspended(${suspension}) while it lasts` : `revoked(${revocation}) while it holds`,
  ]);
  const reasons = REASONS.map(([reason, change]) => {
    const { code, warning } = standing({ ...UNBROKEN, ...change }, NOW);
    return [reason, `\`${code}\`${warning ? ` with \`${warning}\`` : ""}`];
  });
  return `# States

\`npm run docs\` writes this page from the tables of states in \`shared/\`; a test keeps it current.

## Subscription
Stripe changes the status. For every event, the shop reads the subscription at Stripe and writes its grant from the status (\`shared/grants/states.ts\`).

${table(["Status at Stripe", "What it gives", "What the customer reads"], statuses)}

## Grant
One per source: \`sub:<subscription>\`, \`life:<payment intent>\`, \`team:<seat>\`, \`manual:<id>\`, \`free\`. Two kinds of grants can be deleted: the free grant of an account that is reclaimed, and a manual grant whose key is unassigned. Several reasons can stand against a grant: they come from the subscription and from each of its payments. Lifting one reason keeps the others.

${table(["A payment is", "The grant is"], troubles)}

The grant's key has a copy of the grant's state. A computer gets the most serious reason as the answer (\`shared/licenses/standing.ts\`). The most serious comes first:

${table(["Against it", "Answer"], reasons)}

## Reservation of a unit of the limited offer
One per customer (\`shared/promotions/reservation.ts\`). Held → consumed is written with the grant, and held → released returns the unit. A payment after the release takes a remaining unit, or is refused and refunded.

${diagram("held", RESERVATION_NEXT)}

### Entry of the waiting list
One per customer (\`shared/promotions/waitingList.ts\`). Waiting → offered holds a unit for a day, in one transaction with its reservation; offered → over happens when the reservation ends. The entry then says why, and the same person may join again at the end of the line.

${diagram("waiting", ENTRY_NEXT)}

## Stripe event
One row per event (\`EVENT_NEXT\` in \`shared/grants/states.ts\`). Until the event is handled, each delivery processes it again, and the operator sees it in a queue with the last error and can replay it.

${diagram("received", EVENT_NEXT)}

## Commission
One per payment (\`shared/affiliates/commission.ts\`). A commission is held while the affiliate is suspended or the payment is disputed. It is void if the affiliate bought from themselves, and reversed if all of it was taken back. After a payout has claimed it, an amount that is taken back becomes a debt.

${diagram("pending", COMMISSION_NEXT)}

### Debt
The part of a paid commission that was taken back. A debt reduces the next payout. A negative debt gives money back.

${diagram("available", DEBT_NEXT)}

## Payout request
The payout that an affiliate asks for, one open at a time (\`shared/payouts/states.ts\`). A calculation creates its payout, with the same id. The request is approved with the payout, or rejected with a reason that the affiliate reads.

${diagram("pending", REQUEST_NEXT)}

## Payout
Its amount is the sum of the ledger's rows that it has claimed (\`shared/payouts/states.ts\`). In processing and reconciling, the shop has requested the transfer from Stripe and has no answer yet. It reads Stripe's list of transfers before it requests another. The payout fails if Stripe refuses, or if the list has no transfer and the affiliate cannot be paid now. A failed payout can be retried or canceled; canceling returns its rows to the balance.

${diagram("pending", PAYOUT_NEXT)}

## Run of payouts
A calculation or a distribution (\`shared/payouts/batch.ts\`). It begins as a preview that the operator runs within the hour, or runs at once. A scheduled distribution above the operator's limit is held, and the operator's next run pays its payouts.

${diagram("preparing", BATCH_NEXT)}

## Incident
What the operator tells everyone on the status page (\`shared/status/incident.ts\`). An update may keep the state. A resolved incident stays resolved; a later problem is a new incident.

${diagram("investigating", INCIDENT_NEXT)}
`;
}
