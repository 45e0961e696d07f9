import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { OutputFile } from "esbuild";

/** Writes bundles below a folder, those that have changed since this writer last wrote them. */
export function createWriter(outdir: string) {
  const hashes = new Map<string, string>();
  const sizes = new Map<string, number>();
  return {
    /** Bytes by function id. */
    sizes,
    /** @returns the ids that were written */
    write(outputs: readonly OutputFile[]): string[] {
      return outputs.flatMap(({ path, contents }) => {
        const id = dirname(relative("/", path)).split(sep).join("/");
        const hash = createHash("sha256").update(contents).digest("hex");
        if (hashes.get(id) === hash) return [];
        const file = join(outdir, id, "index.mjs");
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, contents);
        hashes.set(id, hash);
        sizes.set(id, contents.length);
        return [id];
      });
    },
    /** Takes away what an endpoint that is gone left behind. */
    removeOthers(ids: readonly string[]): void {
      for (const feature of readdirSync(outdir))
        for (const name of readdirSync(join(outdir, feature)))
          if (!ids.includes(`${feature}/${name}`))
            rmSync(join(outdir, feature, name), { recursive: true, force: true });
    },
  };
}
