import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Storage } from "../state.ts";

/** Files in a folder of the application's, readable by their owner only; written whole or not at all. */
export function fileStorage(directory: string): Storage {
  const path = (name: string) => join(directory, `${name}.json`);
  return {
    async read(name) {
      try {
        return await readFile(path(name), "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      }
    },
    async write(name, text) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeFile(`${path(name)}.new`, text, { mode: 0o600 });
      await rename(`${path(name)}.new`, path(name));
    },
  };
}
