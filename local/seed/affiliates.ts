import { halt, searchAffiliates } from "#shared/affiliates/operator.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import type { StackFile } from "../stackFile.ts";
import {
  approveAll,
  ask,
  becomeAffiliate,
  click,
  distribute,
  idOf,
  refund,
  SEARCH_BOT,
  sell,
} from "./affiliateSteps.ts";
import { callApi, post, settle } from "./api.ts";
import { PEOPLE } from "./people.ts";
import { signInOperator } from "./signIn.ts";

export class AlreadySeeded extends Error {
  override readonly message =
    "The affiliates are already there. To add them again, start with npm run dev -- --reset.";
}

async function hasAffiliates(stack: StackFile, operator: { token: string }): Promise<boolean> {
  const { total } = searchAffiliates.output.parse(
    await callApi(stack, searchAffiliates, { search: addressOf("paid") }, operator),
  );
  return total > 0;
}

const addressOf = (name: string): string => `affiliate-${name}@example.com`;
const codeOf = (name: string): string => `${name}-FILMS`.toUpperCase();

/** Long enough ago that the hold of a lifetime license's commission has ended. */
const BEGINNING = 80 * DAY;
const HOLD_OVER = 65 * DAY;
/** The commission on a lifetime license at the default rate of 20 percent. Seeded affiliates request this amount. */
const EARNED = CATALOG.lifetime.price / 5;

/**
 * Adds affiliates in every state: new, earning, waiting (on hold), asking, approved, paid, suspended, and owing (a
 * refund after the payout). Starts in the past and moves the clock to the present, so that all rows come from real
 * clicks, sales, refunds and runs. Each signs in as `affiliate-<state>@example.com` with the seeded visitor's password.
 * @throws AlreadySeeded
 */
export async function seedAffiliates(stack: StackFile): Promise<void> {
  /** Signs in each time: moving money requires a recent sign-in. */
  const operator = async () => ({ token: await signInOperator(stack, PEOPLE.operator) });
  const move = (change: object) => post(`${stack.controlUrl}/clock`, change);
  if (await hasAffiliates(stack, await operator())) throw new AlreadySeeded();
  const joined = (name: string) => becomeAffiliate(stack, addressOf(name), codeOf(name));
  await post(`${stack.stripe.apiUrl}/_control/balance`, { amount: 10 * EARNED, currency: "usd" });
  await move({ backSeconds: BEGINNING / SECOND });
  try {
    const [paid, owing] = [await joined("paid"), await joined("owing")];
    const [asking, approved] = [await joined("asking"), await joined("approved")];
    const suspended = await joined("suspended");
    await joined("earning");
    for (const name of ["asking", "approved", "paid"]) await sell(stack, codeOf(name), "lifetime");
    const toRefund = await sell(stack, codeOf("owing"), "lifetime");
    for (const name of ["earning", "suspended"]) await sell(stack, codeOf(name), "monthly");

    await move({ advanceSeconds: HOLD_OVER / SECOND });
    await settle(stack);
    for (const person of [paid, owing]) await ask(stack, person, EARNED);
    await approveAll(stack, await operator());
    await distribute(stack, await operator());
    await refund(stack, toRefund);

    await move({ advanceSeconds: (BEGINNING - HOLD_OVER) / SECOND });
    await settle(stack);
    await ask(stack, approved, EARNED);
    await approveAll(stack, await operator());
    await ask(stack, asking, EARNED);
    await joined("new");
    await joined("waiting");
    await sell(stack, codeOf("waiting"), "monthly");
    await click(stack, codeOf("waiting"), SEARCH_BOT);
    const id = await idOf(stack, suspended);
    await callApi(stack, halt, { scope: "affiliate", id, active: false }, await operator());
    await settle(stack);
  } finally {
    await move({ reset: true });
  }
}
