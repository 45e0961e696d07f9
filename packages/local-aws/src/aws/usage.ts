import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod/mini";

/** Allowed actions with their resources, by function id. */
export const Usage = z.record(z.string(), z.record(z.string(), z.array(z.string())));
export type Usage = z.infer<typeof Usage>;

export type UsageRecorder = {
  note(functionId: string, action: string, resource: string): void;
  read(): Usage;
  write(file: string): void;
};

export function usageRecorder(): UsageRecorder {
  const used = new Map<string, Map<string, Set<string>>>();
  const read = (): Usage =>
    Object.fromEntries(
      [...used]
        .sort(byName)
        .map(([functionId, actions]) => [
          functionId,
          Object.fromEntries([...actions].sort(byName).map(([action, on]) => [action, [...on].sort()])),
        ]),
    );
  return {
    note(functionId, action, resource) {
      const actions = used.get(functionId) ?? new Map<string, Set<string>>();
      used.set(functionId, actions);
      const resources = actions.get(action) ?? new Set();
      actions.set(action, resources);
      resources.add(resource);
    },
    read,
    write(file) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(read(), null, 2)}\n`);
    },
  };
}

function byName(a: [string, unknown], b: [string, unknown]): number {
  return a[0].localeCompare(b[0]);
}
