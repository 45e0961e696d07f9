/** A line of `npm run verify` that a fake cannot pass, and the reason. */
type Unanswered = { readonly line: string; readonly why: string };

export const UNANSWERED: readonly Unanswered[] = [
  { line: "no alarm is ringing", why: "`dev` has no alarms" },
];

const LINE = /^ {2}(ok|FAILED|skipped|not here) +(\S.*?) {2,}[\d.]+ s(?: {2}(.*))?$/gm;

type Line = { readonly outcome: string; readonly name: string; readonly reason: string };

/** @param said the output of `npm run verify` */
export const linesOf = (said: string): Line[] =>
  [...said.matchAll(LINE)].map(([, outcome = "", name = "", reason = ""]) => ({ outcome, name, reason }));

/** @returns failing lines without a known reason, and known reasons that no longer apply */
export function verifyFindings(said: string, unanswered = UNANSWERED): string[] {
  const lines = linesOf(said);
  if (lines.length === 0) return [`npm run verify prints no line: ${said.slice(-2000)}`];
  return lines.flatMap(({ outcome, name, reason }) => {
    const isKnown = unanswered.some(({ line }) => line === name);
    if (outcome !== "ok") return isKnown ? [] : [`${name}: ${outcome}: ${reason}`];
    return isKnown ? [`${name}: ok, though it is listed as unanswerable; remove it from the list`] : [];
  });
}
