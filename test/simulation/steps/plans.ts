import type Stripe from "stripe";
import { SECOND } from "#shared/instant.ts";
import { clock } from "../determinism.ts";
import type { Person } from "../people.ts";
import type { Shop } from "../shop.ts";
import { purchaseAs } from "./paying.ts";
import { anyone, type Scene, type Step } from "./step.ts";

const buyYearly: Step = async (scene) => {
  const person = anyone(scene);
  return person && purchaseAs(scene, person, "yearly");
};

type Preview = { at: number; due_cents: number };

/** Reads the preview and confirms it. Time may pass in between. */
async function changeTo(scene: Scene, to: "monthly" | "yearly"): Promise<string | undefined> {
  const { shop, fault } = scene;
  const person = anyone(scene);
  if (!person) return undefined;
  // Stripe counts in seconds, so the order of two payments in one second is unknown.
  clock.moveTo(clock.now() + SECOND);
  const preview = await shop.call("subscriptions/previewPlan", person, { to });
  if (preview.status !== 200) return undefined;
  const { at, due_cents } = preview.body as Preview;
  const { status, body } = await shop.call("subscriptions/changePlan", person, { to, at, due_cents }, fault);
  if (status === 200) shop.untrue.push(...untrueOf(shop, body, to, due_cents));
  return `${person.email} changes to ${to} for ${due_cents}: ${status} ${body.outcome ?? body.code ?? ""}`;
}

/** Compares the answer with Stripe. @returns a sentence for each difference */
function untrueOf(shop: Shop, body: Record<string, unknown>, to: string, due: number): string[] {
  const { store } = shop.stripe;
  const { subscription_id: id } = body.subscription as { subscription_id: string };
  const subscription = store.find("subscription", id) as unknown as Stripe.Subscription | undefined;
  const price = subscription?.items.data[0]?.price.id;
  const invoices = store
    .all("invoice")
    .filter(({ parent }) => parent?.subscription_details?.subscription === id);
  const open = invoices.filter(({ status, billing_reason }) => status === "open" && isChange(billing_reason));
  const said = `The plan is as the answer says: ${id} is ${body.outcome} to ${to} for ${due}`;
  switch (body.outcome) {
    case "changed": {
      const paid = invoices.filter(({ billing_reason }) => isChange(billing_reason)).at(-1)?.amount_paid;
      return price === shop.stripe.prices.yearly && paid === due
        ? []
        : [`${said}, paid ${paid} for ${price}`];
    }
    case "scheduled":
      return subscription?.schedule ? [] : [`${said}, without a schedule`];
    case "declined":
      return open.length === 0 && price === shop.stripe.prices.monthly
        ? []
        : [`${said}, with ${open.length} open`];
    default:
      return open.length === 1 ? [] : [`${said}, with ${open.length} open`];
  }
}

const isChange = (reason: string | null): boolean => reason === "subscription_update";

const switchUp: Step = (scene) => changeTo(scene, "yearly");
const switchDown: Step = (scene) => changeTo(scene, "monthly");

/** Presses "Keep yearly". */
export async function undoAs({ shop, fault }: Scene, person: Person): Promise<string | undefined> {
  const { status, body } = await shop.call("subscriptions/keepPlan", person, {}, fault);
  if (status === 404) return undefined;
  const shown = body.subscription as { subscription_id: string; next_plan?: object } | undefined;
  const kept = shop.stripe.store.find("subscription", shown?.subscription_id ?? "");
  if (status === 200 && (kept?.schedule || shown?.next_plan))
    shop.untrue.push(`"Keep yearly" removes the pending change: ${kept?.id} still has one`);
  return `${person.email} keeps the plan: ${status} ${body.code ?? ""}`;
}

const undoSwitch: Step = async (scene) => {
  const person = anyone(scene);
  return person && undoAs(scene, person);
};

export const PLAN_STEPS = { buyYearly, switchUp, switchDown, undoSwitch } satisfies Record<string, Step>;
