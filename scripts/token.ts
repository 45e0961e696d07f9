import { signInAs } from "../local/seed/signIn.ts";
import { oneOf, readArguments } from "./arguments.ts";
import { script } from "./deploy/run.ts";
import { runningStack } from "./runningStack.ts";

const PEOPLE = ["customer", "operator"] as const;

await script(async () => {
  const { words } = readArguments(process.argv.slice(2), {}, { most: 1, of: PEOPLE });
  const who = oneOf(PEOPLE, words[0] ?? "customer");
  console.log(await signInAs(await runningStack(), who));
});
