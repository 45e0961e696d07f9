import { defineConfig } from "tsdown";

/** The library as ES module and CommonJS, and the program. Dependencies are not bundled. */
export default defineConfig({
  platform: "node",
  target: "node20.3",
  entry: { index: "src/index.ts", program: "src/program.ts" },
  format: ["esm", "cjs"],
  dts: { entry: "src/index.ts" },
  outDir: "dist",
});
