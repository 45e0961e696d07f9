import { dirname, resolve } from "node:path";
import type { OutputFile, Plugin } from "esbuild";

const NAMESPACE = "output";

const decode = (contents: Uint8Array | undefined): string => new TextDecoder().decode(contents);

/** Lets a build read the outputs of an earlier build from memory. */
export function fromOutputs(outputs: readonly OutputFile[]): Plugin {
  const byPath = new Map(outputs.map(({ path, contents }) => [path, contents]));
  return {
    name: "from-outputs",
    setup(build) {
      build.onResolve({ filter: /\.mjs$/ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path);
        return byPath.has(file) ? { path: file, namespace: NAMESPACE } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: decode(byPath.get(path)),
        resolveDir: dirname(path),
      }));
    },
  };
}
