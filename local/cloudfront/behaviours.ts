import type { DistributionModel } from "../template/model.ts";

export type Behaviour = DistributionModel["behaviours"][number];

/** The first behaviour whose pattern matches the path as the viewer sent it; the last takes everything. */
export function createBehaviourFinder(behaviours: readonly Behaviour[]): (path: string) => Behaviour {
  const compiled = behaviours.map((behaviour) => ({ behaviour, pattern: compile(behaviour.pattern) }));
  return (path) => {
    const found = compiled.find(({ pattern }) => pattern.test(path));
    if (found === undefined) throw new Error("The distribution has no default behaviour");
    return found.behaviour;
  };
}

/** `*` is any text, `?` one character; the slash in front may be left out. */
function compile(pattern: string): RegExp {
  if (pattern === "*") return /^/;
  const absolute = pattern.startsWith("/") ? pattern : `/${pattern}`;
  const source = absolute
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s");
}
