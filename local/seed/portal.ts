import Stripe from "stripe";
import { setUpPortal } from "../../scripts/stripe/portal.ts";

/** Sets the sandbox's customer portal as `stripe:setup` sets Stripe's, after the Save that only its dashboard has. */
export async function ensurePortal(
  sandbox: { url: string; secretKey: string },
  siteUrl: string,
): Promise<void> {
  await fetch(`${sandbox.url}/_control/portal/save`, { method: "POST" });
  const { hostname, port } = new URL(sandbox.url);
  await setUpPortal(new Stripe(sandbox.secretKey, { host: hostname, port, protocol: "http" }), siteUrl);
}
