import { AppError } from "#shared/errors.ts";
import { getCheckout } from "#shared/stripeEvents/customer.ts";
import { http } from "../http/index.ts";
import { getLatestLicense } from "../licenses/index.ts";
import { type CheckoutEffect, findCheckout } from "../payments/index.ts";
import { stripe } from "../platform/stripe.ts";
import { refusalOf } from "../platform/stripeRefusal.ts";
import { applyCheckout } from "./checkoutCompleted.ts";

/** Returns the same response for another customer's session as for an unhandled one. */
export const handler = http(getCheckout)(async ({ input: { sessionId, force }, caller, now }) => {
  const known = await findCheckout(sessionId);
  const checkout = known ?? (force ? await applied(sessionId, caller.userId, now) : undefined);
  if (checkout?.userId !== caller.userId)
    return { status: "pending" as const, mode: null, licenseKey: null, refusal: null };
  const { mode, licenseKey, refusal = null } = checkout;
  if (licenseKey === null) return { status: "refunded" as const, mode, licenseKey, refusal };
  return { status: "paid" as const, mode, licenseKey: await latestKey(licenseKey), refusal };
});

/** Does a late or lost webhook's work for the caller's own session. Nothing happens if the session is unpaid. */
async function applied(sessionId: string, userId: string, now: Date): Promise<CheckoutEffect | undefined> {
  if ((await ownerOf(sessionId)) !== userId) return undefined;
  await applyCheckout(sessionId, now);
  return findCheckout(sessionId);
}

async function ownerOf(sessionId: string): Promise<string | undefined> {
  const { sessions } = (await stripe()).checkout;
  try {
    return (await sessions.retrieve(sessionId)).metadata?.userId;
  } catch (error) {
    if (refusalOf(error)?.code === "resource_missing") return undefined;
    throw error;
  }
}

/** The page may be reopened after the key was replaced. If the key no longer exists, returns it unchanged. */
async function latestKey(licenseKey: string): Promise<string> {
  try {
    return (await getLatestLicense(licenseKey)).licenseKey;
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return licenseKey;
    throw error;
  }
}
