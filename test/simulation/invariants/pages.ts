import type { Invariant, Settled } from "./invariant.ts";
import { account, ownerOf } from "./rights.ts";

/** Every open checkout page sells something that its customer may buy. */
export const openPagesMayBePaid: Invariant = ({ shop }: Settled) => {
  const open = shop.stripe.store.all("checkoutSession").filter(({ status }) => status === "open");
  const broken: string[] = [];
  const subscribing = new Map<string, string>();
  for (const { id, customer, mode, metadata } of open) {
    const owner = ownerOf(shop, String(customer));
    if (owner !== undefined && account(shop, owner)?.suspended)
      broken.push(`No page sells to a suspended account: ${owner} can pay on ${id}`);
    if (mode === "subscription") {
      const other = subscribing.get(String(customer));
      if (other !== undefined)
        broken.push(`One page sells a subscription: ${owner} can pay on ${other} and on ${id}`);
      subscribing.set(String(customer), id);
    }
    const reservation = metadata?.reservation;
    if (reservation === undefined) continue;
    const held = shop.database
      .partition("Promotions", `reservation#${metadata?.userId}`)
      .some((row) => row.id === reservation && row.state === "held");
    if (!held) broken.push(`A page holds the unit that it sells: ${id} of ${owner} holds none`);
  }
  return broken;
};
