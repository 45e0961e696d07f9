import { SECOND } from "#shared/instant.ts";
import type { Acts } from "#stripe-sandbox";
import { clock } from "../determinism.ts";
import type { Person } from "../people.ts";
import { anyone, refusable, refusedOr, type Scene, type Step } from "./step.ts";

/** Acts at Stripe as a bank, the dashboard or a customer does. @returns whether Stripe accepted the act */
export function acting(scene: Scene, act: (acts: Acts) => unknown): boolean {
  const done = refusable(() => {
    act(scene.shop.stripe.engine.acts);
    return true;
  });
  return done ?? false;
}

const charges = ({ shop }: Scene) =>
  shop.stripe.store.all("charge").filter(({ paid, customer }) => paid && customer !== null);

const dispute: Step = async (scene) => {
  const charge = scene.random.pick(charges(scene).filter(({ disputed }) => !disputed));
  if (!charge) return undefined;
  const kind = scene.random.chance(0.2) ? "inquiry" : "fraudulent";
  return acting(scene, (acts) => acts.openDispute(charge.id, kind))
    ? `${charge.id} is disputed (${kind})`
    : undefined;
};

const decideDispute: Step = async (scene) => {
  const { store } = scene.shop.stripe;
  const open = scene.random.pick(
    store.all("dispute").filter(({ status }) => /needs_response|under_review/.test(status)),
  );
  if (!open) return undefined;
  const outcome = scene.random.chance(0.5) ? "won" : "lost";
  // Stripe counts in seconds, so the order of a payment and an end in one second is unknown.
  clock.moveTo(clock.now() + SECOND);
  return acting(scene, (acts) => acts.closeDispute(open.id, outcome))
    ? `${open.id} is ${outcome}`
    : undefined;
};

const refundInDashboard: Step = async (scene) => {
  const charge = scene.random.pick(charges(scene).filter(({ refunded }) => !refunded));
  if (!charge) return undefined;
  return acting(scene, (acts) => acts.refund(charge.id))
    ? `${charge.id} is refunded in the dashboard`
    : undefined;
};

const failARefund: Step = async (scene) => {
  const { store } = scene.shop.stripe;
  const made = scene.random.pick(store.all("refund").filter(({ status }) => status === "succeeded"));
  if (!made || scene.random.chance(0.5)) return undefined;
  return acting(scene, (acts) => acts.failRefund(made.id)) ? `${made.id} fails` : undefined;
};

/** Repeats a payout's transfer by hand. @returns the id of the new transfer */
export async function duplicate(scene: Scene): Promise<string | undefined> {
  const { stripe } = scene.shop;
  const original = scene.random.pick(stripe.store.all("transfer"));
  if (!original) return undefined;
  const { amount, currency, destination, metadata, transfer_group } = original;
  if (typeof destination !== "string") return undefined;
  const copy = { amount, currency, destination, metadata };
  const made = await refusedOr(
    stripe.sdk.transfers.create({ ...copy, ...(transfer_group === null ? {} : { transfer_group }) }),
  );
  if (made) scene.shop.noteDuplicate(made);
  return made?.id;
}

const duplicateTransfer: Step = async (scene) => {
  const made = await duplicate(scene);
  return made && `a copy of a transfer, ${made}, is made in the dashboard`;
};

/** Reverses all or a part of a transfer. @returns whether Stripe accepted the reversal */
export async function reverse({ shop, random }: Scene, id: string): Promise<boolean> {
  const transfer = shop.stripe.store.find("transfer", id);
  if (!transfer || transfer.reversed) return false;
  const part = random.chance(0.3)
    ? { amount: 1 + random.below(transfer.amount - transfer.amount_reversed) }
    : {};
  return (await refusedOr(shop.stripe.sdk.transfers.createReversal(id, part))) !== undefined;
}

const reverseTransfer: Step = async (scene) => {
  const { store } = scene.shop.stripe;
  const transfer = scene.random.pick(store.all("transfer").filter(({ reversed }) => !reversed));
  if (!transfer || !(await reverse(scene, transfer.id))) return undefined;
  return `${transfer.id} is reversed`;
};

const addMoney: Step = async (scene) => {
  const amount = 1000 + scene.random.below(500_00);
  topUp(scene, amount);
  return `${amount} cents are added to the balance`;
};

export function topUp(scene: Scene, amount: number): void {
  acting(scene, (acts) =>
    acts.bookMoney({
      amount,
      currency: "usd",
      type: "topup",
      source: "tu_simulation",
      description: "Top-up",
    }),
  );
}

/** Pays the available balance to the shop's bank account, as Stripe does on a schedule. */
export function drain(scene: Scene): void {
  const available = scene.shop.stripe.engine.available("usd");
  if (available <= 0) return;
  acting(scene, (acts) =>
    acts.bookMoney({ amount: -available, currency: "usd", type: "payout", source: "po_simulation" }),
  );
}

const deleteCustomer: Step = async (scene) => {
  const person = anyone(scene);
  if (!person || scene.random.chance(0.7)) return undefined;
  return deleteCustomerOf(scene, person);
};

export async function deleteCustomerOf(scene: Scene, person: Person): Promise<string | undefined> {
  const row = scene.shop.database.partition("Users", person.sub).find(({ sk }) => sk === "account");
  if (typeof row?.stripeCustomerId !== "string") return undefined;
  if (!(await refusedOr(scene.shop.stripe.sdk.customers.del(row.stripeCustomerId)))) return undefined;
  return `the customer of ${person.email} is deleted at Stripe`;
}

export const STRIPE_STEPS = {
  dispute,
  decideDispute,
  refundInDashboard,
  failARefund,
  duplicateTransfer,
  reverseTransfer,
  addMoney,
  deleteCustomer,
} satisfies Record<string, Step>;
