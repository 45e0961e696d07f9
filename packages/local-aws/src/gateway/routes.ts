import type { ApiModel } from "../template/model.ts";

export type Route = ApiModel["routes"][number];

export type Match = { route: Route; pathParameters: Record<string, string> };

type Compiled = { route: Route; method: string; pattern: RegExp; names: string[]; rank: number };

/**
 * Finds the route of a request. As at AWS a full match goes before a greedy `{proxy+}`, the one with more
 * fixed segments before the other, the named method before ANY, and `$default` takes what is left.
 */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match | undefined {
  const compiled = routes
    .filter((route) => route.routeKey !== "$default")
    .map(compile)
    .sort((one, other) => other.rank - one.rank);
  const otherwise = routes.find((route) => route.routeKey === "$default");

  return (method, path) => {
    for (const candidate of compiled) {
      if (candidate.method !== "ANY" && candidate.method !== method) continue;
      const found = candidate.pattern.exec(path);
      if (found === null) continue;
      const values = candidate.names.map((name, index) => [name, decode(found[index + 1] ?? "")] as const);
      return { route: candidate.route, pathParameters: Object.fromEntries(values) };
    }
    return otherwise === undefined ? undefined : { route: otherwise, pathParameters: {} };
  };
}

function compile(route: Route): Compiled {
  const [method = "ANY", path = "/"] = route.routeKey.split(" ");
  const names: string[] = [];
  let rank = method === "ANY" ? 0 : 1;
  const source = path
    .split("/")
    .map((segment) => {
      const [, name, greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
      if (name === undefined) {
        rank += 100;
        return segment.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
      }
      names.push(name);
      rank += greedy === "+" ? -10_000 : 10;
      return greedy === "+" ? "(.+)" : "([^/]+)";
    })
    .join("/");
  return { route, method, pattern: new RegExp(`^${source}$`), names, rank };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
