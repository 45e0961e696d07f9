import { clock } from "../determinism.ts";
import { GOOD_CARD, payWith, startCheckout } from "./paying.ts";
import { anyone, type Scene, type Step } from "./step.ts";

type Shown = { credit: { cents: number; at: number } | null };
const MINUTE = 60_000;

/** Opens a subscriber's lifetime checkout with the credit for unused days. */
async function openWithCredit(scene: Scene): Promise<{ session: string; said: string } | string | undefined> {
  const { shop, random } = scene;
  const person = anyone(scene);
  if (!person) return undefined;
  const { status, body } = await shop.call("checkout/getCredit", person);
  const { credit } = body as Shown;
  if (status !== 200 || !credit) return undefined;
  // The customer may read the price for too long.
  clock.moveTo(clock.now() + random.below(20) * MINUTE);
  const answer = await startCheckout(scene, person, "lifetime", "checkout", true, true, credit);
  const session = answer.body.sessionId;
  const said = `${person.email} starts a lifetime checkout less ${credit.cents}: ${answer.status} ${answer.body.code ?? ""}`;
  if (typeof session !== "string") return said;
  const { amount_total, total_details } = shop.stripe.store.find("checkoutSession", session) ?? {};
  const untaxed = Number(amount_total) - (total_details?.amount_tax ?? 0);
  if (untaxed !== 4000_00 - credit.cents)
    shop.untrue.push(
      `The checkout deducts the credit that the customer saw: ${session} costs ${untaxed} without tax, and the credit was ${credit.cents}`,
    );
  return { session, said };
}

const buyWithCredit: Step = async (scene) => {
  const opened = await openWithCredit(scene);
  if (opened === undefined || typeof opened === "string") return opened;
  // Otherwise the page stays open, so that later steps may end the credit.
  if (!scene.random.chance(0.6)) return opened.said;
  const end = payWith(scene, opened.session, GOOD_CARD);
  if (scene.random.chance(0.6)) await scene.shop.settle();
  return `${opened.said}, ${end}`;
};

export const CREDIT_STEPS = { buyWithCredit } satisfies Record<string, Step>;
