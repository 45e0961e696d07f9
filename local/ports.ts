import net from "node:net";
import type { Ports } from "./options.ts";
import { readStackFile } from "./stackFile.ts";

/** Reports all taken ports in one sentence before anything starts. */
export async function assertFree(ports: Ports, leaveOut: readonly (keyof Ports)[] = []): Promise<void> {
  const wanted = Object.entries(ports).filter(([name]) => !leaveOut.some((one) => one === name));
  const states = await Promise.all(wanted.map(async ([, port]) => ({ port, free: await isFree(port) })));
  const taken = states.filter(({ free }) => !free).map(({ port }) => port);
  if (taken.length === 0) return;
  throw new Error(
    `Port${taken.length > 1 ? "s" : ""} ${taken.join(", ")} of 127.0.0.1 ${taken.length > 1 ? "are" : "is"} taken, perhaps by a stack that already runs. ` +
      `Stop it, or choose other ports: npm run dev -- --port ${ports.site + 100}`,
  );
}

/** Two stacks must not share data. Ignores the file of a killed stack. */
export async function assertNotRunning(stackFile: string): Promise<void> {
  const other = readStackFile(stackFile);
  if (other === undefined) return;
  const answers = await fetch(`${other.controlUrl}/clock`, { signal: AbortSignal.timeout(1000) }).then(
    (response) => response.ok,
    () => false,
  );
  if (answers) {
    throw new Error(
      `A stack with this data already runs at ${other.siteUrl}. Use that one, or stop it first.`,
    );
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
