/** One proof about a shop. Checks run in order and share earlier results. */
export type Check<Visit> = {
  readonly name: string;
  /**
   * @returns the observation, in a few words
   * @throws NotHere, NotReached, or an error whose message is the reason
   */
  run(visit: Visit): Promise<string>;
  /** Removes what `run` created, also after a partial failure. @returns what was removed; undefined for nothing */
  cleanup?(visit: Visit): Promise<string | undefined>;
};

export type Outcome = "ok" | "FAILED" | "skipped" | "not here";
export type Line = {
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  readonly reason: string;
};

/** This shop cannot run the check: for example, the local stack has no alarms. */
export class NotHere extends Error {}

/** An earlier check did not create what this check needs. */
export class NotReached extends Error {}

/** @throws NotReached if an earlier check failed */
export function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new NotReached(`needs ${what}`);
  return value;
}

/** Runs every check, then every cleanup in reverse order. A failed cleanup gets its own failed line. */
export async function runChecks<Visit>(
  checks: readonly Check<Visit>[],
  visit: Visit,
  show: (line: Line) => void,
): Promise<Line[]> {
  const lines: Line[] = [];
  const begun: Check<Visit>[] = [];
  const add = (line: Line) => {
    lines.push(line);
    show(line);
  };
  for (const check of checks) {
    begun.unshift(check);
    add(await timed(check.name, () => check.run(visit)));
  }
  for (const { name, cleanup } of begun) {
    if (!cleanup) continue;
    const line = await timed(`clean up: ${name}`, async () => (await cleanup(visit)) ?? "");
    if (line.reason !== "") add(line);
  }
  return lines;
}

export const hasFailed = (lines: readonly Line[]): boolean =>
  lines.some(({ outcome }) => outcome === "FAILED" || outcome === "skipped");

async function timed(name: string, run: () => Promise<string>): Promise<Line> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  try {
    const reason = await run();
    return { name, outcome: "ok", seconds: seconds(), reason };
  } catch (error) {
    return { name, outcome: outcomeOf(error), seconds: seconds(), reason: reasonOf(error) };
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NotHere) return "not here";
  return error instanceof NotReached ? "skipped" : "FAILED";
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return (error.message || error.name) + cause;
}
