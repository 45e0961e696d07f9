// Drawing helpers of the tour. Everything follows from the time alone.

/** 0 before `from`, 1 after `to`, eased in between. */
export function ramp(time: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (time - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** The typed share of a text. */
export function typed(text: string, share: number): string {
  return text.slice(0, Math.round(text.length * share));
}

/** Whether the blinking caret is visible. */
export const isLit = (time: number): boolean => Math.floor(time * 2) % 2 === 0;

/** Wraps a text at `most` letters. */
export function wrap(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A voice's loudness within a take, 0 to 1. Deterministic, so that every drawing is the same. */
export function loudness(take: number, at: number): number {
  const syllable = Math.abs(Math.sin(at * 1.7 + take * 2.1) * Math.cos(at * 0.53 + take));
  return 0.18 + 0.82 * syllable;
}

export const INK = "var(--ink)";
export const QUIET = "var(--quiet)";
export const SURFACE = "var(--surface)";
export const LINE = "var(--line)";
export const EDGE = "var(--edge)";
export const SIGNAL = "var(--signal)";
export const SOFT = "var(--signal-soft)";
export const GOOD = "var(--good)";
