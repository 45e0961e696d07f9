import { Grant } from "#shared/grants/grant.ts";
import { standing } from "#shared/licenses/standing.ts";
import type { Mail, TemplateName } from "#shared/mail/mail.ts";
import { atTime } from "#shared/words.ts";
import type { Shop } from "../shop.ts";
import { entriesOf } from "../steps/line.ts";
import { isBack } from "./rights.ts";
import { licensesOf } from "./trials.ts";

/** A queued mail and the state of the shop at that time. */
type About = {
  mail: Mail;
  shop: Shop;
  /** The part of the mail's id after the first colon. */
  id: string;
};
/** @returns a sentence about what is untrue; undefined if the mail is true */
type Check = (about: About) => string | undefined;

/** Checks of the mails that describe a state. Other mails have no check. */
const CHECKS: Readonly<Partial<Record<TemplateName, Check>>> = {
  licenseKey: ({ shop, id, mail }) => {
    const grant = grantOf(shop, id);
    if (!grant || grant.licenseKey !== mail.data.licenseKey) return `${id} has another key`;
    // A suspended license can work again, and an ended subscription still needs the receipt in this mail.
    return grant.entitlement.revocations.length > 0 ? `the key of ${id} is ${codeOf(grant)}` : undefined;
  },
  receipt: ({ shop, id }) => invoiceIs(shop, id, "paid"),
  paymentFailed: owedMail,
  paymentToConfirm: owedMail,
  subscriptionEnding: ({ shop, id }) => {
    const found = shop.stripe.store.find("subscription", id.split(":")[0] ?? "");
    const isEnding = found?.cancel_at !== null || found.cancel_at_period_end || isOver(found.status);
    return found && isEnding ? undefined : `${id} renews`;
  },
  planChanging: ({ shop, id }) => {
    const found = shop.stripe.store.find("subscription", id.split(":")[0] ?? "");
    return found?.schedule || (found && isOver(found.status)) ? undefined : `${id} does not change`;
  },
  trialBegun: ({ shop, id }) => trialIs(shop, id, "running"),
  trialEnding: ({ shop, id }) => trialIs(shop, id, "running"),
  trialOver: ({ shop, id }) => trialIs(shop, id, "over"),
  teamInvitation: ({ shop, id }) => {
    const seat = id.split(":")[0];
    const rows = shop.database.rows("Grants").filter(({ sk }) => sk === "team");
    return JSON.stringify(rows).includes(`"${seat}"`) ? undefined : `${seat} is not a seat`;
  },
  teamSeatEnded: ({ shop, id }) => {
    const row = shop.database.rows("Grants").find(({ sk }) => sk === id);
    return row && codeOf(Grant.parse(row)) === "VALID" ? `${id} works` : undefined;
  },
  subscriptionEnded: ({ shop, id }) => subscriptionIsOver(shop, id),
  paidAfterEnd: ({ shop, id }) => {
    const paid = shop.stripe.store.all("invoicePayment").find(({ invoice }) => invoice === id);
    const intent = paid?.payment.payment_intent;
    return typeof intent === "string" && isBack(shop, intent) ? undefined : `${id} was not refunded`;
  },
  paymentRefused: ({ shop, id }) =>
    shop.stripe.store.find("checkoutSession", id)?.payment_status === "unpaid" ? undefined : `${id} was paid`,
  soldOutWhilePaying: ({ shop, id }) => {
    const intent = shop.stripe.store.find("checkoutSession", id)?.payment_intent;
    return typeof intent === "string" && isBack(shop, intent) ? undefined : `${id} was not refunded`;
  },
  creditOver: ({ shop, id }) => {
    const intent = shop.stripe.store.find("checkoutSession", id)?.payment_intent;
    return typeof intent === "string" && isBack(shop, intent) ? undefined : `${id} was not refunded`;
  },
  unitOffered: ({ shop, id, mail }) => {
    const entry = entryOf(shop, id);
    if (entry === undefined) return undefined;
    const { state, why, offeredUntil } = entry;
    const isOwned = state === "offered" || (why !== null && why !== "passedOver" && why !== "listEnded");
    return isOwned && offeredUntil !== null && mail.data.until === atTime(offeredUntil)
      ? undefined
      : `${id} is ${state} ${why}`;
  },
  unitRanOut: ({ shop, id }) => endedAs(shop, id, "ranOut"),
  waitingListEnded: ({ shop, id }) => endedAs(shop, id, "listEnded"),
  refunded: ({ shop, id, mail }) => {
    const refund = shop.stripe.store.find("refund", id);
    if (!refund || /failed|canceled/.test(String(refund.status))) return `${id} is ${refund?.status}`;
    const said = String(mail.data.consequence);
    const [payment, grant] = [String(refund.payment_intent), grantFor(shop, String(refund.payment_intent))];
    if (/stays? as/.test(said) && grant?.entitlement.revocations.includes("refund"))
      return `the license of ${payment} is ${codeOf(grant)}`;
    return consequenceOf(shop, payment, said);
  },
  paymentDisputed: disputeMail,
  disputeSettled: disputeMail,
  disputeLost: disputeMail,
  disputeOpened: disputeMail,
};

/** Undefined after the person has joined again or deleted the account. */
const entryOf = (shop: Shop, id: string) => entriesOf(shop).find((entry) => entry.id === id);

function endedAs(shop: Shop, id: string, why: string): string | undefined {
  const entry = entryOf(shop, id);
  return entry === undefined || entry.why === why ? undefined : `${id} is ${entry.state} ${entry.why}`;
}

/** @returns a sentence if the mail is untrue; otherwise an empty list */
export function untruths(shop: Shop, mail: Mail): string[] {
  const id = mail.id.slice(mail.id.indexOf(":") + 1);
  const wrong = CHECKS[mail.template]?.({ mail, shop, id });
  return wrong === undefined ? [] : [`Mails are true: ${mail.template} is not, ${wrong}`];
}

/** A running or ended trial requires a valid key and no purchase. @returns what is untrue */
function trialIs(shop: Shop, seat: string, state: "running" | "over"): string | undefined {
  const license = licensesOf(shop).find(({ id }) => id === seat);
  const { endsAt, endedAt } = license?.trial ?? {};
  if (!license || !endsAt) return `${seat} has no trial`;
  if (endedAt) return `the trial of ${seat} was ended`;
  const { code } = standing(license.entitlement, new Date());
  if (code !== "VALID") return `the key of ${seat} is ${code}`;
  const is = Date.parse(endsAt) > Date.now() ? "running" : "over";
  return is === state ? undefined : `the trial of ${seat} is ${is}`;
}

const isOver = (status: string): boolean => status === "canceled" || status === "incomplete_expired";

function grantOf(shop: Shop, id: string): Grant | undefined {
  const row = shop.database.rows("Grants").find(({ sk }) => sk === `grant#${id}`);
  return row && Grant.parse(row);
}

const codeOf = (grant: Grant): string => standing(grant.entitlement, new Date()).code;
/** Counts a suspended account's paid key as working, because another mail explains the suspension. */
const works = (grant: Grant): boolean =>
  codeOf(grant) === "VALID" ||
  codeOf(grant) === "PAYMENT_REQUIRED" ||
  grant.entitlement.suspensions.includes("account");

function invoiceIs(shop: Shop, id: string, status: string): string | undefined {
  const found = shop.stripe.store.find("invoice", id)?.status;
  return found === status ? undefined : `${id} is ${found}`;
}

function subscriptionIsOver(shop: Shop, id: string): string | undefined {
  const status = shop.stripe.store.find("subscription", id)?.status ?? "gone";
  return isOver(status) ? undefined : `${id} is ${status}`;
}

function subscriptionOf({ stripe }: Shop, paymentIntent: string): string | undefined {
  const { store } = stripe;
  const paid = store.all("invoicePayment").find(({ payment }) => payment.payment_intent === paymentIntent);
  const invoice = paid && store.find("invoice", String(paid.invoice));
  const id = invoice?.parent?.subscription_details?.subscription;
  return typeof id === "string" ? id : undefined;
}

function grantFor(shop: Shop, paymentIntent: string): Grant | undefined {
  const id = subscriptionOf(shop, paymentIntent);
  return grantOf(shop, id === undefined ? `life:${paymentIntent}` : `sub:${id}`);
}

function owedMail({ shop, id }: About): string | undefined {
  return invoiceIs(shop, id.split(":")[0] ?? "", "open");
}

function disputeMail({ shop, id, mail }: About): string | undefined {
  const payment = shop.stripe.store.find("dispute", id)?.payment_intent;
  return consequenceOf(shop, String(payment), String(mail.data.effect));
}

/** @param said a sentence about what the payment bought */
function consequenceOf(shop: Shop, payment: string, said: string): string | undefined {
  const id = subscriptionOf(shop, payment);
  const subscription = id === undefined ? undefined : shop.stripe.store.find("subscription", id);
  const grant = grantFor(shop, payment);
  const code = grant ? codeOf(grant) : "no license";
  if (/\bended\b|not be charged (for it )?again/.test(said)) {
    if (subscription && !isOver(subscription.status)) return `${id} is ${subscription.status}`;
    // A later payment, which was not refunded, still pays for the license.
    const stays = /license stays valid until/.test(said);
    if (code === "VALID" && !stays) return `the license of ${payment} is VALID`;
  }
  if (/license works again/.test(said) && !(grant && works(grant)))
    return `the license of ${payment} is ${code}`;
  if (/license is suspended/.test(said) && code === "VALID") return `the license of ${payment} is VALID`;
  if (/subscription continues/.test(said) && (!subscription || isOver(subscription.status)))
    return `${id} is ${subscription?.status}`;
  if (/no further payment is collected/.test(said) && subscription)
    if (!isOver(subscription.status) && subscription.pause_collection === null) return `${id} collects`;
  return undefined;
}
