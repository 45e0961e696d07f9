import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Every file of functions/, as "licenses/devices/take". */
export const FUNCTION_FILES: readonly string[] = globSync("functions/**/*.ts", { cwd: ROOT }).map((file) =>
  file.replaceAll("\\", "/").slice("functions/".length, -".ts".length),
);
export const featureOf = (file: string): string => file.split("/")[0] ?? "";
export const isDoor = (file: string): boolean => path.posix.basename(file) === "index";
export const readFunctionFile = (file: string): string =>
  readFileSync(path.join(ROOT, "functions", `${file}.ts`), "utf8");

/** The names that a file imports from another file of functions/. Empty if it imports the whole module. */
export type Taken = { readonly from: string; readonly to: string; readonly names: readonly string[] };

export function takenBy(from: string): Taken[] {
  return [
    ...readFunctionFile(from).matchAll(
      /\b(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|\* as \w+)\s+from "(\.[^"]+)\.ts"/g,
    ),
  ].map(([, names = "", to = ""]) => ({
    from,
    to: path.posix.join(path.posix.dirname(from), to),
    names: names
      .split(",")
      .map(
        (name) =>
          name
            .replace(/^\s*type\s/, "")
            .trim()
            .split(" as ")[0] ?? "",
      )
      .filter((name) => name !== ""),
  }));
}

/** The file from which a feature's `index.ts` exports this name. */
export function behindDoor(door: string, name: string): string | undefined {
  return takenBy(door).find(({ names }) => names.includes(name))?.to;
}

/** The files of a function. Behind a feature's `index.ts`, only the files of imported names count. */
export function modulesOf(entry: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const { to, names } of takenBy(entry))
    for (const file of isDoor(to) ? names.flatMap((name) => behindDoor(to, name) ?? []) : [to])
      modulesOf(file, seen);
  return seen;
}
