import * as z from "zod/mini";
import { dataOf, stripeApi } from "../../../local/seed/stripeApi.ts";
import type { StackFile } from "../../../local/stackFile.ts";

const Transfer = z.object({
  id: z.string(),
  amount: z.number(),
  metadata: z.object({ payoutId: z.string() }),
});

export async function transfersOf(
  stack: StackFile,
  named: string,
): Promise<{ payouts: number; transfers: number; cents: number }> {
  const stripe = { url: stack.stripe.apiUrl, secretKey: stack.stripe.secretKey };
  const payouts = new Set<string>();
  let transfers = 0;
  let cents = 0;
  let after: string | undefined;
  do {
    const page = dataOf(
      await stripeApi(stripe, "GET", "/transfers", {
        limit: "100",
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    ).map((one) => z.parse(Transfer, one));
    for (const { amount, metadata } of page) {
      if (metadata.payoutId.slice(1, 1 + named.length) !== named) continue;
      payouts.add(metadata.payoutId);
      transfers += 1;
      cents += amount;
    }
    after = page.at(-1)?.id;
  } while (after !== undefined);
  return { payouts: payouts.size, transfers, cents };
}
