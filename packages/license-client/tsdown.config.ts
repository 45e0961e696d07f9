import { writeFile } from "node:fs/promises";
import { defineConfig } from "tsdown";

/** What the library exports besides types. */
const EXPORTS = ["electronVault", "openLicense"];

/**
 * One build, as CommonJS; the ES module re-exports it, so that an application which loads the package both ways has
 * one copy of the library and installs half as much. Each entry has its own types.
 */
export default defineConfig({
  platform: "node",
  target: "node20.3",
  entry: { index: "src/index.ts", cli: "src/cli/main.ts" },
  format: "cjs",
  dts: { entry: "src/index.ts" },
  minify: true,
  outDir: "dist",
  hooks: {
    async "build:done"() {
      await writeFile(
        "dist/index.mjs",
        `import library from "./index.cjs";\nexport const { ${EXPORTS.join(", ")} } = library;\n`,
      );
      await writeFile("dist/index.d.mts", 'export * from "./index.cjs";\n');
    },
  },
});
