import { beforeEach } from "vitest";
import { standing } from "#shared/licenses/standing.ts";
import type { Mail } from "#shared/mail/mail.ts";
import type { PlanPreview } from "#shared/subscriptions/planChange.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import type { TeamView } from "#shared/subscriptions/team.ts";
import { handler as save } from "../../../functions/catalog/savePlanSettings.ts";
import { toLicense } from "../../../functions/licenses/table.ts";
import { handler as change } from "../../../functions/subscriptions/changePlan.ts";
import { handler as read } from "../../../functions/subscriptions/getSubscription.ts";
import { handler as invite } from "../../../functions/subscriptions/inviteMember.ts";
import { handler as join } from "../../../functions/subscriptions/joinTeam.ts";
import { handler as preview } from "../../../functions/subscriptions/previewPlan.ts";
import { followTeam } from "../../../functions/subscriptions/team/followTeam.ts";
import { sandboxShop } from "./sandboxShop.ts";

export type Changed = { outcome: string; subscription: Subscription; reason: string | null };
type Billing = { subscription: Subscription; max_seats?: number; team?: TeamView };
type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;

/**
 * Ann pays for a team, with the real handlers, a Stripe sandbox and tables in memory.
 * @param draftSeconds as for `sandboxShop`
 */
export function memoryTeam(outside: { url: string; mails: unknown[] }, draftSeconds = 0) {
  const environment = {
    MAIL_QUEUE_URL: "mail",
    SECRET_MAILBOX: "mailbox",
    SITE_URL: "https://site.example",
    LICENSE_ISSUER: "https://site.example",
    FUNCTION_ID: "subscriptions/changePlan",
  };
  const shop = sandboxShop(outside, ["monthly", "yearly"], environment, draftSeconds);
  const { rows, prices, now } = shop;
  beforeEach(() => {
    outside.mails.length = 0;
  });

  const as = async <T>(who: string, handler: unknown, input: object = {}, user: object = {}): Promise<T> =>
    (handler as Handler)({
      input,
      caller: {
        userId: who,
        user: {
          userId: who,
          name: null,
          email: `${who}@example.com`,
          emailConfirmed: true,
          stripeCustomerId: who === "ann" ? shop.customer() : null,
          ...user,
        },
      },
      now: now(),
    }) as Promise<T>;

  const billing = () => as<Billing>("ann", read, { force: true });
  const sell = (teams = true, isYearly = false, version = 0) =>
    as("operator", save, { plans: isYearly ? ["yearly"] : [], teams, version });
  async function subscribe(quantity: number, plan: "monthly" | "yearly" = "monthly", card = "pm_card_visa") {
    const id = await shop.subscribe(prices[plan], quantity);
    if (card !== "pm_card_visa") await shop.chargeTo(card, id);
    await billing();
    return id;
  }
  const look = (seats: number) => as<PlanPreview>("ann", preview, { to: "monthly", seats });
  async function resize(seats: number, more: object = {}): Promise<Changed> {
    const { at, due_cents } = await look(seats);
    return as<Changed>("ann", change, { to: "monthly", seats, at, due_cents, ...more });
  }
  const linkTo = (email: string) =>
    (outside.mails as Mail[])
      .findLast(({ to }) => to !== "operator" && "address" in to && to.address === email)
      ?.data.invitationUrl?.split("#")[1]
      ?.split("/")[0] ?? "";
  const asks = (who: string) => as<{ team: TeamView }>("ann", invite, { email: `${who}@example.com` });
  async function joins(who: string) {
    await asks(who);
    await as(who, join, { token: linkTo(`${who}@example.com`) });
  }
  const codeOf = (who: string) =>
    rows
      .of("seats")
      .filter(({ userId }) => userId === who)
      .map((row) => standing(toLicense(row).entitlement, now()).code);
  /** Makes the changes that the stream would trigger. */
  const follow = () => followTeam("ann", now());
  const seatOf = (team: TeamView | undefined, who: string) =>
    team?.members.find(({ email }) => email.startsWith(who))?.id ?? "";

  return {
    ...shop,
    as,
    billing,
    sell,
    subscribe,
    look,
    resize,
    linkTo,
    asks,
    joins,
    codeOf,
    follow,
    seatOf,
  };
}
