import { type Dispute, listDisputes } from "#shared/disputes/operator.ts";
import { getNeeds, MAX_NEEDS, NEEDS, type Need } from "#shared/insights/needs.ts";
import type { IncidentHead } from "#shared/status/incident.ts";
import { getStatus } from "#shared/status/public.ts";
import { call } from "../../api/call.ts";
import { count, money } from "../../ui/format.ts";
import { read } from "../kit/read.ts";
import { customerHref, type DeskId, disputeHref, hrefOf, paymentHref, type TabId } from "../tabs.ts";

/** A field is null if it could not be read. */
export type Needs = {
  needs: readonly Need[] | null;
  /** Kinds that could not be read from Stripe. */
  unknown: readonly Need["kind"][];
  disputes: readonly Dispute[] | null;
  incidents: readonly IncidentHead[] | null;
};

export async function loadNeeds(): Promise<Needs> {
  const [needs, disputes, status] = await Promise.all([
    read(() => call(getNeeds, {})),
    read(() => call(listDisputes, {})),
    read(() => call(getStatus, {})),
  ]);
  return {
    needs: needs.value?.needs ?? null,
    unknown: needs.value?.unknown ?? [],
    disputes: disputes.value?.disputes.filter(({ can_answer }) => can_answer) ?? null,
    incidents: status.value?.incidents ?? null,
  };
}

/** A row of "Needs you": its text, age or deadline, and the page that settles it. */
export type NeedRow = {
  id: string;
  text: string;
  due: string | null;
  since: string;
  action: string;
  to: string;
};

/** The most urgent first: payments without a license, incidents, disputes by deadline, then the order of NEEDS. */
export function needRows({ needs, disputes, incidents }: Needs): NeedRow[] {
  const waiting = [...(needs ?? [])].sort(
    (a, b) => NEEDS.indexOf(a.kind) - NEEDS.indexOf(b.kind) || a.since.localeCompare(b.since),
  );
  const isUnbooked = ({ kind }: Need): boolean => kind === "unbookedSale";
  const disputed = (disputes ?? []).map(
    ({ id, amount_cents, currency, is_inquiry, due_by, created_at, customer_email: of }) => ({
      id,
      text: `${is_inquiry ? "Bank inquiry about" : "A bank disputes"} ${money(amount_cents, currency)}${of ? ` from ${of}` : ""}`,
      due: due_by,
      since: created_at,
      action: "Answer",
      to: disputeHref(id),
    }),
  );
  return [
    ...waiting.filter(isUnbooked).map(rowOf),
    ...(incidents ?? []).map(({ id, title, updated_at }) => ({
      id,
      text: `Incident: ${title}`,
      due: null,
      since: updated_at,
      action: "Update",
      to: hrefOf("incidents"),
    })),
    ...disputed.sort((a, b) => (a.due ?? "").localeCompare(b.due ?? "")),
    ...waiting.filter((need) => !isUnbooked(need)).map(rowOf),
  ];
}

/** Sentences about what could not be loaded. */
export const missingIn = ({ needs, unknown, disputes, incidents }: Needs): string[] => [
  ...(needs === null ? ["Failed events, payouts, alerts and other open work could not be loaded."] : []),
  ...unknown.map(
    (kind) =>
      `We could not load ${WORDS[kind][0]}s${WORDS[kind][1]} from Stripe. Reload the page to try again.`,
  ),
  ...(disputes === null ? ["Disputes could not be loaded."] : []),
  ...(incidents === null ? ["Open incidents could not be loaded."] : []),
];

/** The page at AWS with the sending quota, and the form to request a higher quota. */
const SES = "https://console.aws.amazon.com/ses/home#/account";

type Words = readonly [noun: string, rest: string, action: string, page?: TabId | DeskId, view?: string];

/** Without a page, the action leads to the payment if the need names one, or else to SES. */
const WORDS: Readonly<Record<Need["kind"], Words>> = {
  withdrawal: ["withdrawal", " to answer", "Answer", "withdrawals"],
  unbookedSale: ["payment", " without a license", "Open customer", "users"],
  fraudWarning: ["payment", " with a fraud warning", "Open payment"],
  event: ["Stripe event", " failed", "Replay", "events"],
  failedPayout: ["payout", " that Stripe could not pay", "Retry or cancel", "payouts", "?status=failed"],
  unpayablePayout: ["payout", " to approve that cannot be paid", "Show", "payouts", "?status=pending"],
  unclearPayout: ["payout", " waiting for Stripe's answer", "Check", "payouts", "?status=reconciling"],
  skippedPayout: ["approved payout", " skipped by the last run", "See why", "payouts", "?run=last"],
  heldRun: ["payout", " of a weekly run held by your limit", "Review and pay", "payouts", "?run=distribute"],
  payout: ["payout", " to approve", "Approve", "payouts", "?status=pending"],
  request: ["payout request", " to calculate", "Calculate", "payouts", "?run=calc"],
  alert: ["security alert", "", "Review", "security"],
  lowAlert: ["security alert", " of low severity", "Review", "security"],
  waitingMail: ["email", " waiting for Amazon SES", "Open SES"],
  expiredMail: ["email", " expired unsent", "Open SES"],
};

const NEXT: Partial<Record<Need["kind"], string>> = {
  unpayablePayout: " Ask the affiliate to fix this, or cancel.",
  fraudWarning: ". Refund it in full before it becomes a dispute.",
};

function rowOf({ kind, count: found, since, amount_cents, user_id, payment_id, ...need }: Need): NeedRow {
  const { status, due_by, mail_quota, reason, email } = need;
  const [noun, rest, action, page, view = ""] = WORDS[kind];
  const list = page === undefined ? SES : hrefOf(page) + (status === undefined ? view : `?status=${status}`);
  const ofCustomer = user_id === undefined ? list : customerHref(user_id);
  const what = `${shown(found)} ${noun}${found === 1 ? "" : "s"}${rest}`;
  const worth =
    amount_cents === null ? "" : `, ${found > MAX_NEEDS ? "at least " : ""}${money(amount_cents)}`;
  const why = `${reason === undefined ? "" : `. ${reason}`}${NEXT[kind] ?? ""}`;
  return {
    id: `${kind}${payment_id ?? user_id ?? ""}`,
    text: `${what}${worth}${email ? ` from ${email}` : ""}${mail_quota ? said(mail_quota) : ""}${why}`,
    due: due_by ?? null,
    since,
    action: payment_id === undefined ? action : "Open payment",
    to: payment_id === undefined ? ofCustomer : paymentHref(payment_id),
  };
}

function said({ paused, sent, max }: NonNullable<Need["mail_quota"]>): string {
  if (paused) return ", which paused our account";
  return `: ${count(sent)}${max === null ? "" : ` of ${count(max)}`} sent in 24 hours`;
}

/** Whether counting stopped at the limit. */
const isCapped = (found: number): boolean => found === MAX_NEEDS + 1;
const shown = (found: number): string => (isCapped(found) ? `More than ${MAX_NEEDS}` : count(found));

/** A low alert can wait, so it is not in the page's red badge. */
const waitingOn = ({ needs }: Needs, page: TabId | DeskId): Need[] =>
  (needs ?? []).filter(({ kind }) => WORDS[kind][3] === page && kind !== "lowAlert");

export const badgeTitle = (needs: Needs, page: TabId | DeskId): string =>
  waitingOn(needs, page)
    .map((need) => rowOf(need).text)
    .join(". ");

export function badgeOf(needs: Needs, page: TabId | DeskId): string | null {
  const counts =
    page === "disputes"
      ? [(needs.disputes ?? []).length]
      : page === "incidents"
        ? [(needs.incidents ?? []).length]
        : waitingOn(needs, page).map((each) => each.count);
  const found = counts.reduce((sum, each) => sum + (isCapped(each) ? MAX_NEEDS : each), 0);
  return found === 0 ? null : `${count(found)}${counts.some(isCapped) ? "+" : ""}`;
}
