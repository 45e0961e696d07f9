import type { DistributionModel } from "../template/model.ts";

export type Behavior = DistributionModel["behaviors"][number];

/** Returns the first behavior whose pattern matches the path as sent. The last behavior matches everything. */
export function createBehaviorFinder(behaviors: readonly Behavior[]): (path: string) => Behavior {
  const compiled = behaviors.map((behavior) => ({ behavior, pattern: compile(behavior.pattern) }));
  return (path) => {
    const found = compiled.find(({ pattern }) => pattern.test(path));
    if (found === undefined) throw new Error("The distribution has no default behavior");
    return found.behavior;
  };
}

/** `*` is any text, `?` one character. The leading slash is optional. */
function compile(pattern: string): RegExp {
  if (pattern === "*") return /^/;
  const absolute = pattern.startsWith("/") ? pattern : `/${pattern}`;
  const source = absolute
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s");
}
