import * as z from "zod/mini";
import { CATALOG, type ProductId } from "#shared/catalog/catalog.ts";
import { startCheckout } from "#shared/checkout/customer.ts";
import { startSession } from "#shared/customers/session.ts";
import { getCheckout } from "#shared/stripeEvents/customer.ts";
import { getSubscription } from "#shared/subscriptions/customer.ts";
import type { StackFile } from "../stackFile.ts";
import { callApi, pay, settle } from "./api.ts";
import { ensureCatalog } from "./catalog.ts";

/** Buys the seeded customer's subscription, unless an interrupted start already did. */
export async function subscribe(stack: StackFile, token: string): Promise<void> {
  await callApi(stack, startSession, {}, { token });
  const { subscription } = getSubscription.output.parse(await callApi(stack, getSubscription, {}, { token }));
  if (subscription === null) await purchase(stack, token, "monthly");
}

/** Buys like a customer: checkout, the sandbox's card form, the webhook. @returns the id of the checkout session */
export async function purchase(stack: StackFile, token: string, product: ProductId): Promise<string> {
  const sessionId = await payCheckout(stack, token, product);
  await settle(stack);
  const { status } = z
    .object({ status: z.string() })
    .parse(await callApi(stack, getCheckout, { sessionId }, { token }));
  if (status !== "paid") throw new Error(`The seeded checkout ${sessionId} was paid but is still ${status}`);
  return sessionId;
}

/** Like `purchase`, without waiting for the webhook. */
export async function payCheckout(stack: StackFile, token: string, product: ProductId): Promise<string> {
  const prices = await ensureCatalog({ url: stack.stripe.apiUrl, secretKey: stack.stripe.secretKey });
  const { sessionId } = startCheckout.output.parse(
    await callApi(
      stack,
      startCheckout,
      {
        price_id: prices[product],
        mode: CATALOG[product].mode,
        success_url: `${stack.siteUrl}/success`,
        cancel_url: `${stack.siteUrl}/dashboard`,
      },
      { token },
    ),
  );
  await pay(stack, sessionId);
  return sessionId;
}
