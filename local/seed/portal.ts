import Stripe from "stripe";
import { setUpPortal } from "../../scripts/stripe/portal.ts";

/** Saves the sandbox's customer portal as in Stripe's dashboard, then configures it like `stripe:setup`. */
export async function ensurePortal(
  sandbox: { url: string; secretKey: string },
  siteUrl: string,
): Promise<void> {
  await fetch(`${sandbox.url}/_control/portal/save`, { method: "POST" });
  const { hostname, port } = new URL(sandbox.url);
  await setUpPortal(new Stripe(sandbox.secretKey, { host: hostname, port, protocol: "http" }), siteUrl);
}
