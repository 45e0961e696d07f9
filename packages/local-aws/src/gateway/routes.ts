import type { ApiModel } from "../template/model.ts";

export type Route = ApiModel["routes"][number];

export type Match = { route: Route; pathParameters: Record<string, string> };

type Compiled = { route: Route; method: string; pattern: RegExp; names: string[]; rank: number };

/**
 * Finds a request's route. As at AWS, an exact match wins over a greedy `{proxy+}`, more fixed segments over fewer,
 * and a named method over ANY. `$default` takes the rest.
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
