/** Where a function's request really goes; undefined: nowhere. */
export type Destination = { port: number; service: "aws" | "stripe" | "site" };

export type Ports = { awsPort: number; stripePort: number; sitePort: number | null };

/** The one place that says which outside hosts have a local stand-in. */
export function destinationOf(host: string, port: number, ports: Ports): Destination | undefined {
  if (host === "api.stripe.com" || host === "files.stripe.com")
    return { port: ports.stripePort, service: "stripe" };
  if (host.endsWith(".amazonaws.com")) return { port: ports.awsPort, service: "aws" };
  if (isLoopback(host) && port === ports.awsPort) return { port, service: "aws" };
  if (isLoopback(host) && port === ports.sitePort) return { port, service: "site" };
  return undefined;
}

/** Whether a socket may be opened. */
export function isAllowed(host: string, port: number, ports: Ports): boolean {
  return isLoopback(host) && [ports.awsPort, ports.stripePort, ports.sitePort].includes(port);
}

function isLoopback(host: string): boolean {
  return host === "127.0.0.1" || host === "localhost" || host === "::1" || host === "[::1]";
}

export class RefusedHost extends Error {
  override readonly name = "RefusedHost";
  readonly code = "ECONNREFUSED";

  constructor(host: string) {
    super(`Functions may reach AWS, Stripe and the site only on this machine; refused: ${host}`);
  }
}
