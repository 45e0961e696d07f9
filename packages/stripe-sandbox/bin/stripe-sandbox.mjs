#!/usr/bin/env node
import { existsSync } from "node:fs";

// The package has only the built program. The repository has the source, which Node runs directly.
const source = new URL("../src/program.ts", import.meta.url);
const { main } = await import(existsSync(source) ? source.href : "../dist/program.mjs");

process.exitCode = await main(process.argv.slice(2));
