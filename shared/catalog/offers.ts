import {
  BASE_PLAN,
  CATALOG,
  MAX_SEATS,
  OPTIONAL_PLANS,
  type ProductId,
  periodOf,
  perPeriod,
  REFUND_DAYS,
} from "./catalog.ts";

/** What every paid plan includes. `premium`: a free key has it only during a trial. */
export const PLAN_FEATURES: readonly { name: string; text: string; premium?: true }[] = [
  { name: "AI-powered script generation", text: "Rewrites an article for the ear, scene by scene." },
  { name: "Automated voice synthesis", text: "Records each scene with a voice from your provider." },
  { name: "Video compilation from articles", text: "Puts pictures, captions, voice and music together." },
  { name: "Desktop application included", text: "For Windows and macOS, on one computer at a time." },
  { name: "24/7 customer support", text: "By email and in the public community chat." },
  { name: "Priority processing", text: "The application's priority mode.", premium: true },
  { name: "Advanced analytics", text: "Figures about your videos, in the application.", premium: true },
  { name: "Custom branding options", text: "Your own name, colors and logo in your videos.", premium: true },
];

const PREMIUM = new Intl.ListFormat("en").format(
  PLAN_FEATURES.filter(({ premium }) => premium).map(({ name }) => name.toLowerCase()),
);

export const FREE_GIVES = `Full videos on one computer, with every feature except ${PREMIUM}. Those need a paid plan.`;

/** Placeholder for the trial's days, which the operator sets. */
export const DAYS = "{days}";

const { lifetime } = CATALOG;
const base = CATALOG[BASE_PLAN];
const GIVES = "Every feature on one computer at a time, and every update while your plan is active.";
const REFUNDED = `Full refund within ${REFUND_DAYS} days of your first payment.`;
const ENDS = `Cancel at any time and keep it until the paid period ends. ${REFUNDED}`;

export type OfferId = "free" | "trial" | "team" | ProductId;
type Offer = { id: OfferId; name: string; price: string; gives: string; ends: string; sold?: string };

/**
 * The offers, from free to lifetime. `sold`: the field of /api/promotions, or the plan in its `plans`, that says
 * whether the offer is on. An offer without `sold` is always on.
 */
export const offersOf = (money: (cents: number) => string): readonly Offer[] => [
  {
    id: "free",
    name: "Free key",
    price: `${money(0)}, no card`,
    gives: FREE_GIVES,
    ends: "Never ends. One per account.",
  },
  {
    id: "trial",
    name: "Free trial",
    price: `${money(0)}, no card`,
    gives: `Every feature for ${DAYS}, starting when a new free key is first used on a computer.`,
    ends: "Then the same key continues with the free features. Nothing is charged.",
    sold: "trial_days",
  },
  {
    id: base.id,
    name: base.label,
    price: `${money(base.price)} ${perPeriod(base)}`,
    gives: GIVES,
    ends: ENDS,
  },
  ...OPTIONAL_PLANS.map((id) => {
    const { label, price, originalPrice, months } = CATALOG[id];
    return {
      id,
      name: label,
      price: `${money(price)} ${perPeriod({ months })}`,
      gives: `${GIVES} You save ${money(originalPrice - price)} per ${periodOf({ months })}.`,
      ends: ENDS,
      sold: id,
    };
  }),
  {
    id: "team",
    name: "Team",
    price: `${money(base.price)} per seat per ${periodOf(base)}`,
    gives: `2 to ${MAX_SEATS} keys on one bill, each at the price of your plan. You invite people by email, and each gets a separate key.`,
    ends: ENDS,
    sold: "teams",
  },
  {
    id: lifetime.id,
    name: lifetime.label,
    price: `${money(lifetime.price)} ${perPeriod(lifetime)}`,
    gives: "Every feature on one computer at a time, and all future updates.",
    ends: `Never ends, nothing renews. ${REFUNDED}`,
    sold: "lifetime_enabled",
  },
];
