import Stripe from "stripe";
import { setUpPortal } from "../../scripts/stripe/portal.ts";

/** Configures the sandbox's customer portal like `stripe:setup`, after the save in Stripe's dashboard. */
export async function ensurePortal(
  sandbox: { url: string; secretKey: string },
  siteUrl: string,
): Promise<void> {
  await fetch(`${sandbox.url}/_control/portal/save`, { method: "POST" });
  const { hostname, port } = new URL(sandbox.url);
  await setUpPortal(new Stripe(sandbox.secretKey, { host: hostname, port, protocol: "http" }), siteUrl);
}
