import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { CATALOG } from "#shared/billing/catalog.ts";
import type { PlanPreview } from "#shared/billing/planChange.ts";
import type { Subscription } from "#shared/billing/subscription.ts";
import type { TeamView } from "#shared/billing/team.ts";
import { standing } from "#shared/licenses/standing.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { handler as change } from "../../../functions/billing/changePlan.ts";
import { handler as read } from "../../../functions/billing/getSubscription.ts";
import { handler as invite } from "../../../functions/billing/inviteMember.ts";
import { handler as join } from "../../../functions/billing/joinTeam.ts";
import { handler as preview } from "../../../functions/billing/previewPlan.ts";
import { handler as save } from "../../../functions/billing/savePlanSettings.ts";
import { followTeam } from "../../../functions/billing/team/followTeam.ts";
import { toLicense } from "../../../functions/licenses/table.ts";
import { memoryDynamo } from "./dynamo.ts";
import { network } from "./network.ts";

export type Changed = { outcome: string; subscription: Subscription; reason: string | null };
type Billing = { subscription: Subscription; max_seats?: number; team?: TeamView };
type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;

/** Ann, who pays for a team, with the real handlers, a Stripe sandbox and tables in memory. */
export function memoryTeam(outside: { url: string; mails: unknown[] }) {
  for (const table of ["AUDIT", "EVENTS", "GRANTS", "LIMITS", "SEATS", "USERS"])
    vi.stubEnv(`TABLE_${table}`, table.toLowerCase());
  vi.stubEnv("SECRET_STRIPE", "stripe");
  vi.stubEnv("MAIL_QUEUE_URL", "mail");
  vi.stubEnv("SITE_URL", "https://site.example");
  vi.stubEnv("FUNCTION_ID", "billing/changePlan");
  const { monthly, yearly } = CATALOG;
  const rows = memoryDynamo(network());
  let bench: Bench;
  const prices = { monthly: "", yearly: "" };
  beforeAll(async () => {
    bench = await startBench({ at: "2026-03-01T10:00:00Z", draftSeconds: 0 });
    outside.url = bench.sandbox.url;
    for (const { id, stripeProductId, name, price, interval } of [monthly, yearly]) {
      await bench.stripe.products.create({ id: stripeProductId, name });
      const made = await bench.stripe.prices.create({
        product: stripeProductId,
        currency: "usd",
        unit_amount: price,
        recurring: { interval },
        lookup_key: stripeProductId,
      });
      prices[id] = made.id;
    }
    vi.stubEnv("PRICE_MONTHLY", prices.monthly);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await bench.close();
  });
  let customer = "";
  beforeEach(async () => {
    rows.clear();
    outside.mails.length = 0;
    customer = (await bench.stripe.customers.create({ metadata: { userId: "ann" } })).id;
  });

  const now = () => new Date(bench.now() * 1000);
  const as = async <T>(who: string, handler: unknown, input: object = {}): Promise<T> =>
    (handler as Handler)({
      input,
      caller: {
        userId: who,
        user: {
          userId: who,
          name: null,
          email: `${who}@example.com`,
          stripeCustomerId: who === "ann" ? customer : null,
        },
      },
      now: now(),
    }) as Promise<T>;

  const billing = () => as<Billing>("ann", read, { force: true });
  const sell = (teams = true, isYearly = false, version = 0) =>
    as("operator", save, { yearly: isYearly, teams, version });
  /** Ann pays for so many seats. */
  async function subscribe(quantity: number, plan: "monthly" | "yearly" = "monthly", card = "pm_card_visa") {
    const method = await bench.stripe.paymentMethods.attach("pm_card_visa", { customer });
    const { id } = await bench.stripe.subscriptions.create({
      customer,
      items: [{ price: prices[plan], quantity }],
      default_payment_method: method.id,
      metadata: { userId: "ann" },
    });
    if (card !== "pm_card_visa") {
      const other = await bench.stripe.paymentMethods.attach(card, { customer });
      await bench.stripe.subscriptions.update(id, { default_payment_method: other.id });
    }
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
      ?.data.invitationUrl?.split("=")[1] ?? "";
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
  /** What the stream leads to. */
  const follow = () => followTeam("ann", now());
  const seatOf = (team: TeamView | undefined, who: string) =>
    team?.members.find(({ email }) => email.startsWith(who))?.id ?? "";
  const paid = async (subscription: string) =>
    (await bench.stripe.invoices.list({ subscription, status: "paid" })).data.map(
      ({ amount_paid }) => amount_paid,
    );

  return {
    bench: () => bench,
    customer: () => customer,
    rows,
    prices,
    now,
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
    paid,
  };
}
