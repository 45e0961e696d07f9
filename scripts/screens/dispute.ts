import * as z from "zod/mini";
import { post, settle } from "../../local/seed/api.ts";
import { dataOf, stripeApi } from "../../local/seed/stripeApi.ts";
import type { StackFile } from "../../local/stackFile.ts";

const Disputed = z.object({ id: z.string(), payment_intent: z.string() });

/** Disputes the last sale that was not refunded. @returns the dispute and its payment */
export async function seedDispute(stack: StackFile): Promise<z.output<typeof Disputed>> {
  const at = { url: stack.stripe.apiUrl, secretKey: stack.stripe.secretKey };
  const charges = dataOf(await stripeApi(at, "GET", "/charges", { limit: "100" }));
  const sale = charges.find(({ paid, refunded }) => paid === true && refunded === false);
  const reason = "product_not_received";
  const dispute = await post(`${at.url}/_control/disputes`, { charge: sale?.id, reason });
  await settle(stack);
  return Disputed.parse(dispute);
}
