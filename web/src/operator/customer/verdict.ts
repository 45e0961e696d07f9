import type { getCustomer } from "#shared/customers/operator.ts";
import type { GrantView } from "#shared/customers/userRow.ts";
import type { Output } from "#shared/endpoint.ts";
import { DAY, fromEpochSeconds } from "#shared/instant.ts";
import { PAST_DUE_GRACE } from "#shared/licenses/standing.ts";
import type { SeatTrial } from "#shared/licenses/trial.ts";
import { type CustomerEvent, hasStopped } from "#shared/payments/openEvents.ts";
import type { Payment } from "#shared/payments/payment.ts";
import { atTime, day, deadline, money } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";

export type Customer = Output<typeof getCustomer>;

/** What decides the verdict: a part of `getCustomer`'s answer, and the affiliate's problems. */
export type Situation = Pick<Customer, "grants" | "payments" | "events" | "asOf"> & {
  /** `email` is null for a deleted account. */
  account: Pick<Customer["account"], "is_suspended" | "stripe_customer_id"> & { email?: string | null };
  keys?: readonly Pick<Customer["keys"][number], "trial">[];
  /** Sentences of `needsOf`; absent for a customer who never became an affiliate. */
  affiliate?: readonly string[];
};

/** The button that fixes the problem. No fix lifts a suspension, because the customer's page has a button for that. */
export type Fix = "sync" | "replay" | "disputes" | "read";
export type Verdict = { tone: Tone; sentence: string; fix: Fix | null };

const say = (tone: Tone, sentence: string, fix: Fix | null = null): Verdict => ({ tone, sentence, fix });

export const hasFailed = ({ open, at }: CustomerEvent, asOf: string): boolean =>
  open !== null &&
  hasStopped({ lastError: open.last_error, attempts: open.attempts, receivedAt: at }, new Date(asOf));

export const failedEvents = ({ events, asOf }: Pick<Situation, "events" | "asOf">): CustomerEvent[] =>
  events.filter((event) => hasFailed(event, asOf));

export function verdictOf(situation: Situation): Verdict {
  const { tone, sentence, fix } = withFailed(situation);
  const { affiliate = [] } = situation;
  if (affiliate.length === 0) return { tone, sentence, fix };
  return { tone: tone === "bad" ? "bad" : "warn", sentence: [sentence, ...affiliate].join(" "), fix };
}

function withFailed(situation: Situation): Verdict {
  const { tone, sentence, fix } = paidAndHas(situation);
  const failed = failedEvents(situation);
  if (failed.length === 0) return { tone, sentence, fix };
  const isCause = fix === "sync";
  return {
    tone: tone === "bad" ? "bad" : "warn",
    sentence: `${sentence} ${whatFailed(failed)}`,
    fix: fix === null || isCause ? "replay" : fix,
  };
}

function whatFailed(failed: readonly CustomerEvent[]): string {
  const [first] = failed;
  const attempts = first?.open?.attempts ?? 1;
  const times = attempts === 1 ? "once" : `${attempts} times`;
  return failed.length === 1
    ? `The webhook ${first?.type} failed ${times}.`
    : `${failed.length} webhooks failed. One of them, ${first?.type}, has failed ${times}.`;
}

function paidAndHas({ account, grants, payments, keys = [] }: Situation): Verdict {
  const lost = payments?.find(
    (payment) => isKept(payment) && !grants.some((grant) => covers(grant, payment)),
  );
  const rights = rightsOf(grants, payments, keys);
  if (account.is_suspended)
    return say("bad", `The account is suspended, so no key works. ${paid(payments) ?? "Never paid."}`);
  if (lost)
    return say("bad", `Paid ${amountOf(lost)} on ${day(lost.created_at)}, but got no license.`, "sync");
  if (account.email === null)
    return say("neutral", `The account was deleted, so no key works. ${paid(payments) ?? "Never paid."}`);
  if (payments === null)
    return say("warn", `${rights.sentence} Stripe did not answer, so payments are unknown.`, "read");
  return rights;
}

/** Whether the payment succeeded and we keep it: it is not disputed, and not refunded in full. */
const isKept = ({ status, refunded_cents, amount_cents, dispute }: Payment): boolean =>
  status === "succeeded" && refunded_cents < amount_cents && dispute === null;

/** Whether the payment may have bought this grant. A renewal is paid before its period ends. */
function covers({ id, source, code, current_period_end }: GrantView, payment: Payment): boolean {
  if (source === "lifetime") return id === `life:${payment.id}` || code !== "REVOKED";
  return (
    source === "subscription" &&
    current_period_end !== null &&
    Date.parse(payment.created_at) < current_period_end * 1000
  );
}

const amountOf = ({ amount_cents, currency }: Payment): string => money(amount_cents, currency);

/** What happened to the newest successful payment, or else to the newest attempt; undefined if there is none. */
function paid(payments: readonly Payment[] | null): string | undefined {
  if (payments === null) return "Stripe did not answer, so payments are unknown.";
  const last = payments.find(({ status }) => status === "succeeded");
  if (last === undefined) {
    const [tried] = payments;
    if (tried === undefined) return undefined;
    const what = `${amountOf(tried)} on ${day(tried.created_at)}`;
    return tried.status === "processing"
      ? `A payment of ${what} is being processed.`
      : `A payment of ${what} did not succeed.`;
  }
  const what = `Paid ${amountOf(last)} on ${day(last.created_at)}`;
  if (last.dispute === "open") return `${what}, which the bank disputes.`;
  if (last.dispute === "lost") return `${what}, which the bank took back.`;
  if (last.refunded_cents >= last.amount_cents) return `${what}, refunded in full.`;
  if (last.refunded_cents > 0)
    return `${what}, of which ${money(last.refunded_cents, last.currency)} was refunded.`;
  return `${what}.`;
}

function rightsOf(
  grants: readonly GrantView[],
  payments: readonly Payment[] | null,
  keys: NonNullable<Situation["keys"]>,
): Verdict {
  const [best] = grants;
  const money = payments === null ? "" : `${paid(payments) ?? "Never paid."} `;
  const has = (tone: Tone, words: string, fix: Fix | null = null): Verdict =>
    say(tone, `${money}${words}`.trim(), fix);
  if (best === undefined) return has("neutral", "Has no license.");
  const { source, code, reasons } = best;
  const what = NAMES[source];
  switch (code) {
    case "VALID":
      if (best.warning !== null)
        return has(
          "warn",
          `A renewal is overdue. ${what} still works during the ${PAST_DUE_GRACE / DAY} days of grace.`,
        );
      return has(
        source === "free" ? "neutral" : "good",
        `${what} works${until(best)}${source === "free" ? withTrial(keys) : ""}.`,
      );
    case "PAYMENT_REQUIRED":
      return has("bad", `A renewal is overdue, so ${low(what)} stopped working.`);
    case "SUSPENDED":
      return reasons.includes("dispute")
        ? has("bad", `${what} is suspended until the bank decides the dispute.`, "disputes")
        : has("bad", `${what} is suspended.`);
    case "REVOKED":
      return reasons.includes("dispute")
        ? has("bad", `${what} was revoked after a lost dispute.`)
        : has("neutral", `${what} was revoked with the refund.`);
    case "INACTIVE":
      return has("warn", `${what} does not work, because its key was switched off.`);
    case "EXPIRED":
      return has("neutral", `${what} has ended${endOf(best)}.`);
    default:
      return has("bad", `${what} does not work.`);
  }
}

const NAMES: Readonly<Record<GrantView["source"], string>> = {
  subscription: "The subscription",
  team: "The seat in a team",
  lifetime: "The lifetime license",
  manual: "The license from an operator",
  free: "The free license",
};
const low = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

function until({ source, ends_at, current_period_end, expires_at }: GrantView): string {
  if (ends_at !== null) return ` until it ends on ${atTime(fromEpochSeconds(ends_at))}`;
  if (source === "subscription" && current_period_end !== null)
    return ` and renews on ${atTime(fromEpochSeconds(current_period_end))}`;
  return expires_at === null ? "" : ` until ${atTime(expires_at)}`;
}

/** Only a free key has a trial. */
function withTrial(keys: NonNullable<Situation["keys"]>): string {
  const trial = keys.find((key) => key.trial)?.trial;
  return trial?.state === "running" ? `, with every feature: ${trialWords(trial)}` : "";
}

function endOf({ expires_at }: GrantView): string {
  return expires_at === null ? "" : ` on ${day(expires_at)}`;
}

export function trialWords({ state, days, ends_at }: SeatTrial): string {
  switch (state) {
    case "waiting":
      return `${days}-day trial not started`;
    case "running":
      return `trial until ${deadline(ends_at ?? "")}`;
    case "refused":
      return "trial refused: the computer has had one";
    default:
      return `trial ended ${deadline(ends_at ?? "")}`;
  }
}
