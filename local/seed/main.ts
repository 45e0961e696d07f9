import { readStackFile } from "../stackFile.ts";
import { seedStack } from "./seedStack.ts";

/**
 * Fills a running stack: `node local/seed/main.ts <stack file> <progress file>`. This separate program uses the
 * official SDKs with the file's addresses, like any other client.
 */
const [stackFile = "", progressFile = ""] = process.argv.slice(2);
const stack = readStackFile(stackFile);
if (stack === undefined) throw new Error(`${stackFile} is not a stack file`);
await seedStack(stack, progressFile);
