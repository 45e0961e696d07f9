import { readStackFile } from "../stackFile.ts";
import { seedStack } from "./seedStack.ts";

/**
 * Fills a running stack: `node local/seed/main.ts <stack file> <file that notes what is done>`. A separate program
 * that uses the official SDKs against the addresses in the file, as any other client would.
 */
const [stackFile = "", progressFile = ""] = process.argv.slice(2);
const stack = readStackFile(stackFile);
if (stack === undefined) throw new Error(`${stackFile} is not a stack file`);
await seedStack(stack, progressFile);
