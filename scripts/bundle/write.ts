import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { OutputFile } from "esbuild";

/**
 * Writes bundles below a folder and removes the bundles of functions that no longer exist.
 * @param outputs with the paths `/<id>/index.cjs`
 * @returns bytes by function id
 */
export function writeBundles(
  outdir: string,
  outputs: readonly Pick<OutputFile, "path" | "contents">[],
): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { path, contents } of outputs) {
    const id = dirname(relative(resolve("/"), path))
      .split(sep)
      .join("/");
    const file = join(outdir, id, "index.cjs");
    rmSync(dirname(file), { recursive: true, force: true });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
    sizes.set(id, contents.length);
  }
  for (const feature of existsSync(outdir) ? readdirSync(outdir) : [])
    for (const name of readdirSync(join(outdir, feature)))
      if (!sizes.has(`${feature}/${name}`))
        rmSync(join(outdir, feature, name), { recursive: true, force: true });
  return sizes;
}
