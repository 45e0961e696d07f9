import { createInterface } from "node:readline/promises";
import { script } from "./run.ts";

export async function scriptThatAsks(
  run: (ask: (question: string) => Promise<string>) => Promise<void>,
): Promise<void> {
  const { ask, close } = openTerminal();
  await script(() => run(ask));
  close();
}

/** One interface asks all questions: a second interface would miss lines that the first has buffered from a pipe. */
export function openTerminal() {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const lines = terminal[Symbol.asyncIterator]();
  return {
    ask: async (question: string): Promise<string> => {
      process.stderr.write(question);
      const line = await lines.next();
      return line.done ? "" : line.value;
    },
    close: () => terminal.close(),
  };
}
