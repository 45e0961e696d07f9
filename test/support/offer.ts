import { LifetimeOffer } from "#shared/promotions/offer.ts";
import { call } from "./api.ts";
import type { Person } from "./people.ts";
import { patchRow, rowsOf } from "./rows.ts";

export async function offerRow() {
  const row = (await rowsOf("Promotions")).find(({ pk }) => pk === "promotion");
  return LifetimeOffer.parse(row);
}

/** Whether the offer's counts agree, as they must at any moment. */
export async function unitsAreKept(): Promise<boolean> {
  const { total, sold, reserved, left } = await offerRow();
  return total !== null && left === total - sold - reserved && left >= 0 && sold <= total;
}

/** The operator sets the remaining units, and retries after each conflict with a sale. */
export async function offerUnits(
  operator: Person,
  quantity_remaining: number,
  change: { end_at?: string | null; lifetime_enabled?: boolean; waiting_list?: boolean } = {},
): Promise<void> {
  for (;;) {
    const { body } = await call("promotions/getPromotions", {});
    const saved = await call(
      "promotions/savePromotions",
      { lifetime_enabled: true, end_at: null, ...change, quantity_remaining, version: Number(body.version) },
      { token: operator.accessToken },
    );
    if (saved.status === 200) return;
    if (saved.body.code !== "CONFLICT") throw new Error(JSON.stringify(saved.body));
  }
}

export async function reservationOf(person: Person) {
  return (await rowsOf("Promotions")).find(({ pk }) => pk === `reservation#${person.userId}`);
}

/** Ends a reservation. The unit returns to the offer, but the checkout's page at Stripe stays open. */
export async function takeHoldAway(person: Person): Promise<void> {
  const { reserved, left } = await offerRow();
  const offer = { pk: "promotion", sk: "lifetime" };
  const key = { pk: `reservation#${person.userId}`, sk: "lifetime" };
  await patchRow("Promotions", key, "state", "released");
  await patchRow("Promotions", key, "queue", "none");
  await patchRow("Promotions", offer, "reserved", reserved - 1);
  await patchRow("Promotions", offer, "left", left + 1);
}
