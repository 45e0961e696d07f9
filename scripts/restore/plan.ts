import { appendFileSync, createReadStream, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Refusal } from "../deploy/run.ts";
import type { Line } from "./rows.ts";

/** Creates a file of lines that a person edits. Only its owner can read it, because keys may contain addresses. */
export function newPlan(file: string) {
  const head =
    '# act\ttable\tpk\tsk\twhy. Where the table has the correct row, change "put" to "keep". Where it has a wrong row, change "keep" to "delete".\n';
  writeFileSync(file, head, { mode: 0o600 });
  return (line: Line): void => {
    const { act, table, pk, sk, why } = line;
    appendFileSync(file, `${[act, table, pk, sk, why].join("\t")}\n`);
  };
}

/** @throws Refusal at an invalid line */
export async function* planIn(file: string): AsyncGenerator<Line> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file) })) {
    number += 1;
    if (text === "" || text.startsWith("#")) continue;
    const [act, table, pk, sk, why] = text.split("\t");
    if ((act !== "put" && act !== "delete" && act !== "keep") || !table || !pk || !sk || why === undefined)
      throw new Refusal(`${file}, line ${number} is not understood: ${text}`);
    yield { act, table, pk, sk, why };
  }
}
