export type Destination = { port: number };

export type Ports = {
  awsPort: number;
  sitePort: number | null;
  outside: readonly { hosts: readonly string[]; port: number }[];
};

/** Finds the stand-in for a host that a function calls. @returns undefined to refuse the request */
export function destinationOf(host: string, port: number, ports: Ports): Destination | undefined {
  const service = ports.outside.find(({ hosts }) => hosts.includes(host));
  if (service !== undefined) return { port: service.port };
  if (host.endsWith(".amazonaws.com")) return { port: ports.awsPort };
  return isLoopback(host) && (port === ports.awsPort || port === ports.sitePort) ? { port } : undefined;
}

export function isAllowed(host: string, port: number, ports: Ports): boolean {
  const open = [ports.awsPort, ports.sitePort, ...ports.outside.map((service) => service.port)];
  return isLoopback(host) && open.includes(port);
}

function isLoopback(host: string): boolean {
  return host === "127.0.0.1" || host === "localhost" || host === "::1" || host === "[::1]";
}

export class RefusedHost extends Error {
  override readonly name = "RefusedHost";
  readonly code = "ECONNREFUSED";

  constructor(host: string) {
    super(`Functions reach only AWS, the site and the services with a local stand-in; refused: ${host}`);
  }
}
