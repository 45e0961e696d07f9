import { openLicense } from "../../packages/license-client/src/license.ts";

// The only import of the desktop library: a computer of this run, whose state lives in memory.

export type Computer = Awaited<ReturnType<typeof openLicense>>;

export function newComputer(baseUrl: string, computerName: string): Promise<Computer> {
  const files = new Map<string, string>();
  return openLicense({
    baseUrl,
    storage: {
      read: async (name) => files.get(name),
      write: async (name, text) => void files.set(name, text),
    },
    computer: { computerName, os: "verify", appVersion: "verify" },
  });
}
