import type { Server } from "node:net";

type Closable = Pick<Server, "close" | "address" | "once"> & {
  listen: (port: number, host: string, listening: () => void) => unknown;
  closeAllConnections?: () => void;
  keepAliveTimeout?: number;
};

/**
 * Listens on 127.0.0.1 only; 0 takes a free port. Keeps idle connections open, because closing one would lose a
 * request that is just arriving. @returns the port
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

export function closeServer(server: Closable): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections?.();
  });
}
