import { BRAND } from "#shared/brand.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { endsAt, needsPayment, renews, seatsOf } from "#shared/subscriptions/subscription.ts";
import { atTime, day, money } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import { countLeft, swapsLeft } from "../seats/swapsLeft.ts";
import {
  type Action,
  CHANGE_EMAIL,
  FIX_PAYMENT,
  KEEP,
  OPEN_SEATS,
  SEND_CODE,
  SHOW_KEY,
  SUPPORT,
} from "./action.ts";
import type { Situation } from "./facts.ts";
import { hasEnded, mainSeat, runningOf } from "./holdings.ts";

export type Problem = {
  kind:
    | "suspended"
    | "disputed"
    | "team"
    | "overdue"
    | "paused"
    | "inactive"
    | "copied"
    | "ending"
    | "swapLimit"
    | "undeliverable"
    | "unconfirmed";
  /** bad: the key does not work; warn: it may stop working; neutral: it is not affected. */
  tone: Exclude<Tone, "good">;
  title: string;
  text: string;
  action: Action;
};

/** The customer's problems, the most important first. */
export function problemsOf(situation: Situation): Problem[] {
  // While the account is suspended, its owner can solve no other problem.
  if (situation.account?.suspended) return [suspended(situation.account)];
  const found = [
    disputed,
    team,
    overdue,
    paused,
    inactive,
    copied,
    ending,
    undeliverable,
    swapLimit,
    unconfirmed,
  ].flatMap((look) => look(situation) ?? []);
  const rank = ({ tone }: Problem): number => ["bad", "warn", "neutral"].indexOf(tone);
  return found.sort((one, other) => rank(one) - rank(other));
}

export const suspended = ({ suspendedFor }: { suspendedFor?: string | undefined }): Problem => ({
  kind: "suspended",
  tone: "bad",
  title: "Your account is suspended",
  text: `${suspendedFor === undefined ? "" : `Reason: ${suspendedFor.replace(/\.?$/, ".")} `}Your license keys won't work until the suspension is lifted. You can still see your payments, cancel your subscription, and download or delete your data. For anything else, write to ${BRAND.supportEmail}.`,
  action: SUPPORT,
});

type Look = (situation: Situation) => Problem | undefined;

export const computerOf = ({ name, computer_name }: Seat): string =>
  `“${name ?? computer_name ?? "your computer"}”`;
/** The plan's newest key that has not ended. An older key may still be switched off or disputed; it does not count. */
export const keyOf = (plan: Seat["source"], { seats }: Pick<Situation, "seats">): Seat | undefined =>
  seats?.find((seat) => seat.source === plan && !hasEnded(seat));
export const keyOfSubscription = (situation: Pick<Situation, "seats">): Seat | undefined =>
  keyOf("subscription", situation);

const disputed: Look = ({ seats }) =>
  seats?.some(({ code, source }) => code === "SUSPENDED" && source !== "team")
    ? {
        kind: "disputed",
        tone: "bad",
        title: "Your bank opened a dispute over a payment",
        text: "The license key you bought with it is suspended until the bank decides. If you made the payment, tell your bank and write to us.",
        action: SUPPORT,
      }
    : undefined;

/** Members see no details, because the bill is the buyer's. */
const team: Look = ({ seats }) => {
  const main = mainSeat(seats ?? []);
  return main?.source === "team" && (main.code === "SUSPENDED" || main.code === "PAYMENT_REQUIRED")
    ? {
        kind: "team",
        tone: "bad",
        title: "Your team seat is not working",
        text: "Your team's license is on hold. Ask the person who invited you.",
        action: OPEN_SEATS,
      }
    : undefined;
};

const overdue: Look = (situation) => {
  const { billing, owed } = situation;
  const running = runningOf(billing);
  if (running === null || !needsPayment(running.subscription_status)) return undefined;
  const key = keyOfSubscription(situation);
  // While a bank disputes a payment, or the key is switched off, we collect nothing.
  if (key?.code === "SUSPENDED" || key?.code === "INACTIVE") return undefined;
  const several = (owed?.payments ?? 1) > 1;
  const amount = owed && money(owed.cents, owed.currency);
  const since =
    owed === null
      ? ""
      : `Due since ${day(fromEpochSeconds(owed.since))}. A new card pays ${several ? "them" : "it"} at once. `;
  const problem = {
    kind: "overdue" as const,
    title: several
      ? `${owed?.payments} payments are due: ${amount} in total`
      : `Your payment${amount === null ? "" : ` of ${amount}`} did not go through`,
    action: FIX_PAYMENT,
  };
  if (billing.lifetime)
    return { ...problem, tone: "neutral", text: `${since}Your lifetime license is not affected.` };
  if (key?.code === "VALID" && key.works_until !== null)
    return { ...problem, tone: "warn", text: `${since}Your license works until ${atTime(key.works_until)}.` };
  return { ...problem, tone: "bad", text: `${since}Fix the payment, and your license works again.` };
};

const paused: Look = ({ billing }) =>
  billing.subscription?.subscription_status === "paused" && !billing.lifetime
    ? {
        kind: "paused",
        tone: "bad",
        title: "Your subscription is paused",
        text: "You keep your license key, but it won't work until the subscription resumes. Write to us.",
        action: SUPPORT,
      }
    : undefined;

const inactive: Look = ({ seats }) =>
  mainSeat(seats ?? [])?.code === "INACTIVE"
    ? {
        kind: "inactive",
        tone: "bad",
        title: "Your license key is switched off",
        text: "Our support team switched it off. Write to us to find out why.",
        action: SUPPORT,
      }
    : undefined;

const copied: Look = ({ seats }) => {
  const seat = seats?.find(({ code, copy_suspected_at }) => code === "VALID" && copy_suspected_at !== null);
  return (
    seat && {
      kind: "copied",
      tone: "warn",
      title: "Someone may have copied your installation",
      text: "A second copy of the application tried to use your license key. Tell us whether it was you, or replace the key.",
      action: OPEN_SEATS,
    }
  );
};

export const AFTER_DISPUTE =
  "The subscription ends because a dispute over an earlier payment was lost. You can subscribe again once it has ended.";

const ending: Look = (situation) => {
  const { billing } = situation;
  const running = runningOf(billing);
  const end = running && endsAt(running);
  if (running === null || end === null) return undefined;
  // The specification's words.
  const problem = { kind: "ending" as const, title: "Subscription will cancel at period end" };
  const others =
    seatsOf(running) > 1
      ? ` The license keys of your other seats end on ${atTime(fromEpochSeconds(end))}. To keep a team, buy seats with another account: an account with a lifetime license can't buy seats.`
      : "";
  if (billing.lifetime)
    return {
      ...problem,
      tone: "neutral",
      text: `You keep your lifetime license.${others}`,
      action: SHOW_KEY,
    };
  const rest = renews(running)
    ? "One more payment covers the days until then."
    : running.renewal_pending
      ? "The payment for the period that has just begun is still due; after that you will not be charged again."
      : "You will not be charged again.";
  const works = keyOfSubscription(situation)?.code === "VALID";
  const text =
    needsPayment(running.subscription_status) || !works
      ? `The subscription ends on ${atTime(fromEpochSeconds(end))}.`
      : `Everything keeps working until ${atTime(fromEpochSeconds(end))}. ${rest}`;
  return billing.is_final
    ? { ...problem, tone: "warn", text: `${text} ${AFTER_DISPUTE}`, action: SUPPORT }
    : { ...problem, tone: "warn", text, action: KEEP };
};

const swapLimit: Look = ({ seats }) => {
  const seat = mainSeat(seats ?? []);
  if (seat?.code !== "VALID" || seat.activated_at === null) return undefined;
  if (countLeft(seat) > 0) return undefined;
  return {
    kind: "swapLimit",
    tone: "neutral",
    title: "You've used today's device changes",
    text: swapsLeft(seat),
    action: OPEN_SEATS,
  };
};

const undeliverable: Look = ({ account }) => {
  if (!account?.mailStop) return undefined;
  const { email, mailStop } = account;
  return {
    kind: "undeliverable",
    tone: "neutral",
    ...(mailStop.why === "bounced"
      ? {
          title: `Our emails to ${email} bounce`,
          text: "We stopped sending them. You get no receipts, security notices or payment warnings until you change the address.",
        }
      : {
          title: "One of our emails was marked as spam",
          text: `We send only necessary emails to ${email}, such as receipts, license keys and security notices. To get all emails again, change the address or write to us.`,
        }),
    action: CHANGE_EMAIL,
  };
};

const unconfirmed: Look = ({ account }) =>
  account === null || account.emailConfirmed || account.mailStop !== null
    ? undefined
    : {
        kind: "unconfirmed",
        tone: "neutral",
        title: "Confirm your email address",
        text: `We send receipts and password resets to ${account.email}.`,
        action: SEND_CODE,
      };
