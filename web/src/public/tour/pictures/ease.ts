/** 0 before `from`, 1 after `to`, eased in between. */
export function ramp(time: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (time - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** Whether the blinking caret is visible. */
export const isLit = (time: number): boolean => Math.floor(time * 2) % 2 === 0;

/** A voice's loudness within a take, 0 to 1. Deterministic, so that every drawing is the same. */
export function loudness(take: number, at: number): number {
  const syllable = Math.abs(Math.sin(at * 1.7 + take * 2.1) * Math.cos(at * 0.53 + take));
  return 0.18 + 0.82 * syllable;
}
