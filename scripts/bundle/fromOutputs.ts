import { dirname, resolve } from "node:path";
import type { OutputFile, Plugin } from "esbuild";

const NAMESPACE = "output";

const decode = (contents: Uint8Array | undefined): string => new TextDecoder().decode(contents);

/**
 * A namespace is an object that a call fills, and a call keeps all that it names in the bundle: zod's helpers are 10 kB.
 * As a call without effects it goes where nothing reads the object.
 */
const withoutUnusedNamespaces = (code: string): string =>
  code.replace(
    /^var (\w+) = \{\};\n(__export\d*)\(\1, (\{\n[^}]*\n\})\);$/gm,
    "var $1 = /* @__PURE__ */ ((namespace) => ($2(namespace, $3), namespace))({});",
  );

/** Reads what an earlier build has put out and nobody has written, by the paths in it. */
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
        contents: withoutUnusedNamespaces(decode(byPath.get(path))),
        resolveDir: dirname(path),
      }));
    },
  };
}
