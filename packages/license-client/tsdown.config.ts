import { readdir, readFile, writeFile } from "node:fs/promises";
import { defineConfig } from "tsdown";

/** The library's exports except its types. */
const EXPORTS = ["coversUpdate", "electronVault", "openLicense", "verifyUpdate"];

/** Removes code that the bundler adds and this library does not need, because none of its functions uses `this`. */
const shorter = (code: string): string =>
  code
    .replaceAll(/(\w?)\(0,(\w+\.\w+)\)/g, (_all, before, name) => `${before && `${before} `}${name}`)
    .replaceAll("/* @__PURE__ */ ", "")
    .replaceAll("Object.defineProperty(exports,Symbol.toStringTag,{value:`Module`});", "")
    .replaceAll(
      /Object\.defineProperty\(exports,"(\w+)",\{enumerable:!0,get:function\(\)\{return (\w+)\}\}\)/g,
      "exports.$1=$2",
    );

/**
 * One CommonJS build, which the ES module re-exports. So an application that loads both has one copy of the library.
 * The ES module and the CommonJS build have separate files of types.
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
      for (const name of (await readdir("dist")).filter((one) => one.endsWith(".cjs"))) {
        const file = `dist/${name}`;
        await writeFile(file, shorter(await readFile(file, "utf8")));
      }
      const types = await readFile("dist/index.d.cts", "utf8");
      // Removes the comments, which would double the file. The source and docs/license-guide.md have them.
      await writeFile("dist/index.d.cts", types.replaceAll(/^ +|\/\*\*[\s\S]*?\*\/\n/gm, ""));
      await writeFile(
        "dist/index.mjs",
        `import library from "./index.cjs";\nexport const { ${EXPORTS.join(", ")} } = library;\n`,
      );
      await writeFile("dist/index.d.mts", 'export * from "./index.cjs";\n');
    },
  },
});
