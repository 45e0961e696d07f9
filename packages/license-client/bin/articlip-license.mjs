#!/usr/bin/env node
import { main } from "../src/cli/main.ts";

process.exitCode = await main(process.argv.slice(2), (text) => process.stdout.write(text));
