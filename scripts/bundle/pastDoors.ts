import { readFileSync } from "node:fs";
import { dirname, posix, resolve } from "node:path";

/** The file behind each export of a feature's index.ts. */
function behind(door: string): ReadonlyMap<string, string> {
  const offers = readFileSync(door, "utf8").matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)";$/gm);
  return new Map([...offers].flatMap(([, names = "", file = ""]) => bare(names).map((name) => [name, file])));
}

const listed = (names: string): string[] => names.split(",").flatMap((name) => name.trim() || []);
const bare = (names: string): string[] => listed(names).map((name) => name.replace(/^type /, ""));

/**
 * Replaces imports from a feature's index.ts with imports of the files behind it. Otherwise a function would contain
 * whatever other functions import from the same index.ts.
 */
export function pastDoors(path: string, source: string): string {
  return source.replaceAll(
    /^import (type )?\{([^}]*)\} from "(\.[^"]*\/index\.ts)";$/gm,
    (whole: string, type = "", names: string, door: string) => {
      const files = behind(resolve(dirname(path), door));
      const direct = listed(names).map((name) => {
        const [offered = ""] = name.replace(/^type /, "").split(" as ");
        const file = files.get(offered);
        return file && `import ${type}{ ${name} } from "./${posix.join(posix.dirname(door), file)}";`;
      });
      return direct.includes(undefined) ? whole : direct.join(" ");
    },
  );
}
