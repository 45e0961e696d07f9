import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { FREE_GIVES } from "#shared/catalog/offers.ts";
import { SUBSCRIPTION_GIVES } from "#shared/grants/states.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { compareVersions, publicReleases } from "#shared/releaseCatalog.ts";
import { endsAt } from "#shared/subscriptions/subscription.ts";
import { inDays, money } from "../../ui/format.ts";
import { type Action, DOWNLOAD, FREE_KEY, OPEN_SEATS, SEE_PLANS, SHOW_KEY, SUPPORT } from "./action.ts";
import type { Situation } from "./facts.ts";
import { hasEnded, isPaid, mainSeat, runningOf } from "./holdings.ts";
import { computerOf, type Problem } from "./problems.ts";

export type Step = {
  kind: "fix" | "start" | "missing" | "activate" | "update" | "renew" | "upgrade" | "look" | "create";
  title: string;
  text: string;
  /** Null if the customer takes the step in the application. */
  action: Action | null;
};

export function nextStep(situation: Situation, problems: readonly Problem[]): Step {
  const urgent = problems.find(({ tone }) => tone !== "neutral");
  if (urgent) return { ...urgent, kind: "fix" };
  const { billing, seats } = situation;
  if (seats === null) return LOOK;
  const paid = seats.filter(isPaid);
  if (paid.every(hasEnded) && (billing.lifetime || runningOf(billing) !== null)) return MISSING;
  const seat = mainSeat(seats);
  if (paid.every(hasEnded) && hadMore(situation)) return renewal(paid[0], billing);
  if (seat === null) return billing.trial_days === undefined ? START : startTrial(billing.trial_days);
  if (seat.activated_at === null) {
    const free = seats.find((one) => !isPaid(one) && one.code === "VALID" && one.activated_at !== null);
    return free === undefined ? ACTIVATE : enterNewKey(free);
  }
  const newer = newerVersion(seat, situation);
  if (newer !== null) return update(seat, newer);
  if (isPaid(seat)) return create(seat);
  return seat.trial?.state === "running" ? KEEP : UPGRADE;
}

/** Whether the account has or had more than the free key. */
export function hadMore({ billing, seats }: Situation): boolean {
  const { lifetime, subscription } = billing;
  const subscribed = subscription !== null && SUBSCRIPTION_GIVES[subscription.subscription_status] !== "none";
  return lifetime || subscribed || (seats ?? []).some(isPaid);
}

const START: Step = {
  kind: "start",
  title: `Try ${BRAND.name} Free`,
  text: `One free key per account, no card. ${FREE_GIVES}`,
  action: FREE_KEY,
};

const startTrial = (days: number): Step => ({
  ...START,
  text: `Every feature for ${inDays(days)} on your first computer, no card. Then the same key continues with the free features.`,
});

const LOOK: Step = {
  kind: "look",
  title: "Your license keys could not be loaded",
  text: "Reload the page to try again.",
  action: OPEN_SEATS,
};

/** The customer paid but has no key. The key arrives in a moment, or support has taken it back. */
const MISSING: Step = {
  kind: "missing",
  title: "Your license key isn't here yet",
  text: "Reload the page in a minute. If the key is still missing, write to us.",
  action: SUPPORT,
};

const ACTIVATE: Step = {
  kind: "activate",
  title: "Activate your computer",
  text: "Install the application, choose “Enter key” and paste your license key.",
  action: DOWNLOAD,
};

/** @param free the activated free key of a customer who has since bought a license */
const enterNewKey = (free: Seat): Step => ({
  ...ACTIVATE,
  text: `${computerOf(free)} still uses your free key. In the application there, choose “Enter key” and paste your new license key.`,
  action: SHOW_KEY,
});

const UPGRADE: Step = {
  kind: "upgrade",
  title: "Get every feature",
  text: `Premium features need a paid plan: ${money(CATALOG.monthly.price)} per month, cancel any time.`,
  action: SEE_PLANS,
};

const KEEP: Step = {
  ...UPGRADE,
  title: "Keep every feature",
  text: `After the trial, premium features need a paid plan: ${money(CATALOG.monthly.price)} per month, cancel any time.`,
};

const update = (seat: Seat, version: string): Step => ({
  kind: "update",
  title: `Update to v${version}`,
  text: `${computerOf(seat)} runs v${seat.app_version}.`,
  action: DOWNLOAD,
});

const create = (seat: Seat): Step => ({
  kind: "create",
  title: "Make your next video",
  text: `Open the application on ${computerOf(seat)} and paste an article.`,
  action: null,
});

/** @param ended the newest paid key; undefined if support has taken it back */
function renewal(ended: Seat | undefined, { subscription }: Situation["billing"]): Step {
  const step = { kind: "renew" as const, action: SEE_PLANS };
  if (ended?.source === "team")
    return {
      ...step,
      title: "Your team seat has ended",
      text: "Ask the person who invited you, or choose a plan to get your own license key.",
    };
  if (ended?.code === "REVOKED")
    return {
      ...step,
      title: "Your payment was returned to you",
      text: "The license key you bought with it no longer works. You can buy again at any time.",
    };
  if (ended?.source === "subscription")
    return {
      ...step,
      title: `Your subscription has ${subscription && endsAt(subscription) !== null ? "been canceled" : "ended"}`,
      text: ended.explanation.fix,
    };
  return { ...step, title: "Your license has ended", text: "Choose a plan to get a new license key." };
}

/** The newest version, if the seat's computer runs an older one; null if not, or if either version is unknown. */
function newerVersion({ app_version }: Seat, { releases }: Situation): string | null {
  const [latest] = releases === null ? [] : publicReleases(releases);
  if (latest === undefined || app_version === null || !/^\d+(\.\d+)*$/.test(app_version)) return null;
  return compareVersions(app_version, latest.version) < 0 ? latest.version : null;
}
