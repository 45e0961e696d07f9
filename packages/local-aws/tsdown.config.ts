import { defineConfig } from "tsdown";

const shared = { platform: "node", target: "node24", outDir: "dist" } as const;

/**
 * The library as ES module and CommonJS, the program, and the workers' program in one file. Dependencies stay
 * imports.
 */
export default defineConfig([
  {
    ...shared,
    entry: { index: "src/index.ts", program: "src/program.ts" },
    format: ["esm", "cjs"],
    dts: { entry: "src/index.ts" },
    shims: true,
    // The program imports esbuild only in the repository, which has the worker's source.
    deps: { neverBundle: ["esbuild"] },
  },
  { ...shared, entry: { worker: "src/functions/worker/main.ts" }, format: "cjs", dts: false, clean: false },
]);
