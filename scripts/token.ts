import { placesIn, ROOT } from "../local/options.ts";
import { signInAs } from "../local/seed/signIn.ts";
import { readStackFile } from "../local/stackFile.ts";

/** Prints an access token of the running local stack's customer, or of its operator: `npm run --silent token -- operator`. */
const who = process.argv[2] ?? "customer";
const stack = readStackFile(placesIn(`${ROOT}/.local`).stackFile);
if (who !== "customer" && who !== "operator") {
  console.error(`There is no ${who} on the local stack: say customer or operator.`);
  process.exitCode = 1;
} else if (stack === undefined) {
  console.error("The local stack is not running: start it with npm run dev.");
  process.exitCode = 1;
} else console.log(await signInAs(stack, who));
