/** What was sent, and which of it succeeded. The tables must match. */
export type Journal = {
  /** `<user>/<entry>` of reported entries. */
  reported: { sent: Set<string>; answered: Set<string> };
  /** By affiliate. Clicks are sent only once, so the result of an unanswered one is unknown. */
  clicks: Map<string, { sent: number; answered: number }>;
  /** Everyone who signed up, with their key. */
  customers: Map<string, string>;
  /** Paid checkout sessions, with the buyer. */
  purchases: Map<string, string>;
};

export const newJournal = (): Journal => ({
  reported: { sent: new Set(), answered: new Set() },
  clicks: new Map(),
  customers: new Map(),
  purchases: new Map(),
});
