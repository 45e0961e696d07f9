#!/usr/bin/env node
import { existsSync } from "node:fs";

// The package has the built program alone; the repository has the source, which its Node runs as it is.
const source = new URL("../src/program.ts", import.meta.url);
const { main } = await import(existsSync(source) ? source.href : "../dist/program.mjs");

process.exitCode = await main(process.argv.slice(2));
