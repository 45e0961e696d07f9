/** A line of `npm run verify` that a fake cannot answer, with what it lacks. */
type Unanswered = { readonly line: string; readonly why: string };

export const UNANSWERED: readonly Unanswered[] = [];

const LINE = /^ {2}(ok|FAILED|skipped|not here) +(\S.*?) {2,}[\d.]+ s(?: {2}(.*))?$/gm;

/**
 * @param said what `npm run verify` printed
 * @returns lines that fail without a known reason, and known reasons that explain nothing any longer
 */
export function verifyFindings(said: string, unanswered = UNANSWERED): string[] {
  const lines = [...said.matchAll(LINE)].map(([, outcome = "", name = "", reason = ""]) => ({
    outcome,
    name,
    reason,
  }));
  if (lines.length === 0) return [`it prints no line: ${said.slice(-2000)}`];
  const isOpen = (outcome: string) => outcome === "FAILED" || outcome === "skipped";
  return lines.flatMap(({ outcome, name, reason }) => {
    const isKnown = unanswered.some(({ line }) => line === name);
    if (isOpen(outcome)) return isKnown ? [] : [`${name}: ${outcome}: ${reason}`];
    return isKnown
      ? [`${name}: ${outcome}, though it is listed as unanswerable; remove it from the list`]
      : [];
  });
}
