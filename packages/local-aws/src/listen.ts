import type { Server } from "node:net";

type Closable = Pick<Server, "close" | "address" | "once"> & {
  listen: (port: number, host: string, listening: () => void) => unknown;
  closeAllConnections?: () => void;
  keepAliveTimeout?: number;
};

/**
 * Listens on this machine alone; 0 takes a free port. Answers with the port. Clients end the connections that they no
 * longer use: a request that meets a server's own end is lost, which happens to slow machines now and then.
 */
export async function listen(server: Closable, port: number): Promise<number> {
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Closes a server and all of its connections. */
export function closeServer(server: Closable): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections?.();
  });
}
