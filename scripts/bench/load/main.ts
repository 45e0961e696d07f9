import path from "node:path";
import { ROOT } from "../../../local/options.ts";
import { startStack } from "../../../local/stack.ts";
import { readArguments, wholeNumber } from "../../arguments.ts";
import { putParts } from "../report.ts";
import { type Day, playDay } from "./day.ts";
import { newJournal } from "./journal.ts";
import { type Customer, joinProgram } from "./people.ts";
import { signUp } from "./scene.ts";
import { loadSection } from "./section.ts";
import { playStorms } from "./storms.ts";

const PORT = 4990;
const PORT_SHIFT = Number(process.env.TEST_PORT_SHIFT ?? 0);
const LINKS = 4;

/**
 * Plays a mixed day at high speed against a local stack, then a day with faults, then storms of one kind of request.
 * Compares the tables with the requests after each: `npm run bench -- load [--minutes 10] [--lanes 6] [--customers
 * 120]`.
 */
export async function benchLoad(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    minutes: { type: "string", default: "10" },
    lanes: { type: "string", default: "6" },
    customers: { type: "string", default: "120" },
  });
  const minutes = wholeNumber("--minutes", values.minutes);
  const lanes = wholeNumber("--lanes", values.lanes);
  const people = wholeNumber("--customers", values.customers, { from: LINKS });
  const dataDir = path.join(ROOT, ".local/bench/load");
  const stack = await startStack({ dataDir, port: PORT + PORT_SHIFT, reset: true, quiet: true });
  try {
    const journal = newJournal();
    const customers: Customer[] = [];
    for (let index = 0; index < people; index += 1) customers.push(await signUp(stack.file, journal));
    const links = new Map<string, string>();
    for (const one of customers.slice(0, LINKS)) links.set(await joinProgram(stack.file, one), one.userId);
    const scene = { stack: stack.file, journal, customers, links };
    const seconds = minutes * 60;
    const days: Day[] = [];
    for (const isDisturbed of [false, true]) days.push(await playDay(scene, seconds, lanes, isDisturbed));
    const storms = await playStorms(scene, Math.min(60, seconds));
    const section = loadSection(days, storms, lanes);
    console.log(section);
    putParts(section);
  } finally {
    await stack.close();
  }
}
