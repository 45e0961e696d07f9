import * as z from "zod/mini";
import type { Endpoint, Method } from "../endpoint.ts";
import { type AreaOf, areaOf } from "./areas.ts";
import { LEVELS, type Level } from "./levels.ts";
import { ROUTES } from "./routes.ts";

type Route = keyof typeof ROUTES;
export type Area = AreaOf<(typeof ROUTES)[Route]["id"]>;
export type ScriptRoute = Pick<Endpoint, "shows" | "areaBy"> & {
  method: Method;
  path: string;
  id: string;
  level: Level;
};

type Stored = Omit<ScriptRoute, "method" | "path"> & { fresh?: true };
const ALL = Object.entries<Stored>(ROUTES);
// biome-ignore lint/plugin: the types of areas.ts guarantee this for these ids.
const areaIn = (id: string) => areaOf(id) as Area;

export const SCRIPT_ROUTES: readonly ScriptRoute[] = ALL.map(([route, { fresh: _, ...call }]) => {
  const [method, path = ""] = route.split(" ");
  // biome-ignore lint/plugin: routes.ts is written from the contracts.
  return { method: method as Method, path, ...call };
});

export const AREAS: readonly Area[] = [...new Set(ALL.map(([, { id }]) => areaIn(id)))];

/** The highest level that any call of an area requires. */
export function highestLevel(area: Area): Level {
  const isOf = ({ id, areaBy }: Stored) =>
    areaBy ? Object.values(areaBy.areas).includes(area) : areaIn(id) === area;
  const routes = ALL.flatMap(([, route]) => (isOf(route) ? [route] : []));
  if (routes.some(({ fresh }) => fresh)) return "critical";
  return routes.some(({ level }) => level === "write") ? "write" : "read";
}

const isOffered = (area: string, level: Level): boolean =>
  AREAS.some((one) => one === area && LEVELS.indexOf(level) <= LEVELS.indexOf(highestLevel(one)));

/** The level for each area. Without an entry, a key cannot use the area. */
export const Scopes = z.record(z.string(), z.enum(LEVELS)).check(
  z.refine((scopes) => Object.keys(scopes).length > 0, "Choose at least one area"),
  z.refine(
    (scopes) => Object.entries(scopes).every(([area, level]) => isOffered(area, level)),
    "A scope names an area of the API and one of its levels",
  ),
);
export type Scopes = z.output<typeof Scopes>;
