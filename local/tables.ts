import type { StackModel } from "#local-aws";
import { STAGE } from "./deployment.ts";

/** Short names to physical names: `Users` → `<slug>-dev-users`. */
export function tableNames(model: StackModel): Record<string, string> {
  return Object.fromEntries(model.tables.map(({ name }) => [shortName(name), name]));
}

function shortName(name: string): string {
  const [, last = name] = name.split(`-${STAGE}-`);
  return last
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
