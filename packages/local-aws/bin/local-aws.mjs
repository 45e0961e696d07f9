#!/usr/bin/env node
import { existsSync } from "node:fs";

const MIN_NODE = 24;

if (Number(process.versions.node.split(".")[0]) < MIN_NODE) {
  process.stderr.write(
    `local-aws runs functions in its own Node and needs version ${MIN_NODE} or newer; this is ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  // The package has only the built program. The repository has the source, which Node runs directly.
  const source = new URL("../src/program.ts", import.meta.url);
  const { main } = await import(existsSync(source) ? source.href : "../dist/program.mjs");
  process.exitCode = await main(process.argv.slice(2));
}
