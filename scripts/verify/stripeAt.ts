import Stripe from "stripe";

/** The official SDK; `url` names a local sandbox instead of Stripe. */
export function stripeAt(secretKey: string, url?: string): Stripe {
  if (url === undefined) return new Stripe(secretKey);
  const { hostname, port, protocol } = new URL(url);
  return new Stripe(secretKey, {
    host: hostname,
    port: Number(port),
    protocol: protocol === "http:" ? "http" : "https",
  });
}

export function idOf(value: string | { id?: string } | null | undefined): string | undefined {
  return typeof value === "string" ? value : value?.id;
}
