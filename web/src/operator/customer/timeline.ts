import { RESULT } from "#shared/audit/entry.ts";
import { atTime, money, words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import { foldResults } from "../audit/fold.ts";
import { sentenceOf } from "../audit/sentence.ts";
import { type Customer, hasFailed } from "./verdict.ts";

export const KINDS = {
  money: "Money",
  license: "Licenses",
  computer: "Computers",
  mail: "Mails",
  "sign-in": "Sign-ins",
  alert: "Alerts",
  operator: "Operators",
  stripe: "Stripe events",
} as const;

export type Moment = {
  id: string;
  at: string;
  kind: keyof typeof KINDS;
  tone?: Tone;
  text: string;
  detail?: string;
  /** The object's path in Stripe's dashboard. */
  stripe?: string;
  mailId?: string;
};

/** Newest first. */
export function timelineOf(customer: Customer): Moment[] {
  const { payments, purchases, grants, keys, mails, sessions, activity, alerts, audit, events, asOf } =
    customer;
  return [
    ...(payments ?? []).map(paymentMoment),
    ...purchases.map(purchaseMoment),
    ...grants.map(grantMoment),
    ...keys.flatMap(keyMoments),
    ...mails.map(mailMoment),
    ...sessions.map(signInMoment),
    ...(customer.waiting === undefined ? [] : [waitingMoment(customer.waiting)]),
    ...activity.map(activityMoment),
    ...alerts.map(alertMoment),
    ...foldResults(audit).map(auditMoment),
    ...events.map((event) => eventMoment(event, asOf)),
  ].sort((a, b) => b.at.localeCompare(a.at));
}

type One<K extends keyof Customer> = NonNullable<Customer[K]> extends readonly (infer T)[] ? T : never;

const DISPUTES = { open: "disputed by the bank", lost: "taken back by the bank" } as const;

function paymentMoment(payment: One<"payments">): Moment {
  const { id, amount_cents, refunded_cents, currency, status, dispute, description, created_at } = payment;
  const amount = money(amount_cents, currency);
  const isWhole = refunded_cents >= amount_cents;
  const then = [
    refunded_cents > 0 && (isWhole ? "refunded in full" : `${money(refunded_cents, currency)} refunded`),
    dispute !== null && DISPUTES[dispute],
  ].filter((part) => part !== false);
  const said =
    status === "succeeded"
      ? `Paid ${amount}`
      : status === "processing"
        ? `A payment of ${amount} is being processed`
        : `A payment of ${amount} did not succeed`;
  return {
    id,
    at: created_at,
    kind: "money",
    tone: dispute !== null ? "bad" : status === "succeeded" && refunded_cents === 0 ? "good" : "neutral",
    text: [said, ...then].join(", "),
    ...(description === null ? {} : { detail: description }),
    stripe: `payments/${id}`,
  };
}

function purchaseMoment({ sessionId, product, code, at, terms, ...from }: One<"purchases">): Moment {
  const accepted = terms === null ? "no terms recorded" : `accepted the terms of ${terms}`;
  const place = [from.address, from.country].filter(Boolean).join(", ") || "address unknown";
  return {
    id: sessionId,
    at,
    kind: "money",
    text: `Started a checkout: ${product}${code === undefined ? "" : ` with the code ${code}`}`,
    detail: [place, accepted, from.device ?? "device unknown"].join(" · "),
  };
}

/** These moments have Stripe's time. The customer may get the license hours later, when the key's moment appears. */
const BEGAN: Readonly<Partial<Record<One<"grants">["source"], string>>> = {
  subscription: "Subscription began at Stripe",
  lifetime: "Paid for the lifetime license",
};

function grantMoment({ id, source, created_at }: One<"grants">): Moment {
  const [kind, stripeId = ""] = id.split(":");
  const path = kind === "sub" ? "subscriptions" : kind === "life" ? "payments" : undefined;
  return {
    id: `grant ${id}`,
    at: created_at,
    kind: "license",
    tone: "good",
    text: BEGAN[source] ?? `Got a license: ${source}`,
    ...(path === undefined ? {} : { stripe: `${path}/${stripeId}` }),
  };
}

function keyMoments({ id, license_key, assigned_at, activated_at, ...key }: One<"keys">): Moment[] {
  const { computer_name, earlier = [], left_computers = [] } = key;
  const names = [...earlier.map(({ licenseKey }) => licenseKey), license_key];
  const got = (which: string, at: string, text: string): Moment => ({
    id: `${which} ${id}`,
    at,
    kind: "license",
    text,
  });
  const activated = (which: string, at: string, text: string): Moment => ({
    id: `computer ${id}${which}`,
    at,
    kind: "computer",
    text,
    detail: license_key,
  });
  return [
    ...earlier.map(({ licenseKey, replaced_at }, index) =>
      got(`replaced ${index}`, replaced_at, `The key ${licenseKey} was replaced by ${names[index + 1]}`),
    ),
    ...(assigned_at === null ? [] : [got("key", assigned_at, `Got the key ${names[0]}`)]),
    ...(activated_at === null
      ? []
      : [activated("", activated_at, `Activated ${computer_name ?? "a computer"}`)]),
    ...left_computers.map((at) =>
      activated(` ${at}`, at, "Activated a computer that no longer uses the key"),
    ),
  ];
}

function mailMoment({ id, subject, at, sent }: One<"mails">): Moment {
  return {
    id: `mail ${id}`,
    at,
    kind: "mail",
    tone: sent ? "neutral" : "warn",
    text: `${sent ? "Mailed" : "Not sent:"} “${subject}”`,
    mailId: id,
  };
}

function signInMoment({ device, country, signedInAt }: One<"sessions">): Moment {
  return {
    id: `sign-in ${signedInAt}`,
    at: signedInAt,
    kind: "sign-in",
    text: "Signed in",
    detail: [device ?? "browser unknown", country ?? "country unknown"].join(" · "),
  };
}

const ENDED: Readonly<Record<NonNullable<Waiting["why"]>, string>> = {
  bought: "Bought the unit that was held",
  left: "Left the list",
  removed: "An operator removed the entry",
  ranOut: "Did not start a payment in time",
  passedOver: "Could not buy when the turn came",
  listEnded: "The list closed first",
};
type Waiting = NonNullable<Customer["waiting"]>;

/** The end of the wait is only a detail of this moment: the entry does not record when the wait ended. */
function waitingMoment({ state, joinedAt, offeredUntil, why }: Waiting): Moment {
  const detail =
    why !== null
      ? ENDED[why]
      : state === "offered" && offeredUntil !== null
        ? `A unit is held until ${atTime(offeredUntil)}`
        : "Still waiting";
  return { id: "waiting list", at: joinedAt, kind: "license", text: "Joined the waiting list", detail };
}

function activityMoment({ id, created_at, title, status, ...activity }: One<"activity">): Moment {
  const { activity_type, computer_name } = activity;
  return {
    id: `activity ${id}`,
    at: created_at,
    kind: "computer",
    tone: status === "error" ? "warn" : "neutral",
    text: `The application reported: ${words(activity_type)}${title === null ? "" : ` “${title}”`}`,
    ...(computer_name === null ? {} : { detail: computer_name }),
  };
}

function alertMoment({ id, last_seen_at, severity, resolved, ...alert }: One<"alerts">): Moment {
  return {
    id: `alert ${id}`,
    at: last_seen_at,
    kind: "alert",
    tone: resolved ? "neutral" : severity === "low" ? "warn" : "bad",
    text: `Alert: ${words(alert.alert_type)}${resolved ? ", resolved" : ""}`,
    detail: alert.description,
  };
}

function auditMoment(entry: One<"audit">): Moment {
  return {
    id: `audit ${entry.id}`,
    at: entry.at,
    kind: "operator",
    text: sentenceOf(entry),
    ...(entry.note === null || entry.note === RESULT ? {} : { detail: entry.note }),
  };
}

function eventMoment(event: One<"events">, asOf: string): Moment {
  const { id, at, open } = event;
  const failed = hasFailed(event, asOf);
  return {
    id,
    at,
    kind: "stripe",
    tone: failed ? "bad" : event.type === FRAUD_WARNING ? "warn" : "neutral",
    text: eventText(event, failed),
    ...(open?.last_error ? { detail: open.last_error } : {}),
    stripe: `events/${id}`,
  };
}

const FRAUD_WARNING = "radar.early_fraud_warning.created";

function eventText({ type, open }: One<"events">, failed: boolean): string {
  if (open === null && type === FRAUD_WARNING)
    return "Early fraud warning: the bank expects this payment to be disputed";
  if (open === null)
    return `Stripe: ${words(type.replace("customer.subscription", "subscription").replaceAll(".", " "))}`;
  if (!failed) return `Handling ${type}`;
  return `${type} failed ${open.attempts === 1 ? "once" : `${open.attempts} times`}`;
}
