import Stripe from "stripe";
import { Refusal } from "../deploy/run.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Stripe's client. STRIPE_API_URL names a sandbox, on this machine only: a key never goes to another host.
 * @throws Refusal for any other address
 */
export function connectStripe(secretKey: string, address = process.env.STRIPE_API_URL): Stripe {
  if (!address) return new Stripe(secretKey);
  const url = URL.parse(address);
  if (url === null || url.protocol !== "http:" || !LOOPBACK.includes(url.hostname))
    throw new Refusal(
      `STRIPE_API_URL is ${JSON.stringify(address)}. It can only name a sandbox on this machine, such as http://127.0.0.1:12111.`,
    );
  return new Stripe(secretKey, { host: url.hostname, port: Number(url.port || "80"), protocol: "http" });
}
