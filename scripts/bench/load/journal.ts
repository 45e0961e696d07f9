/** The requests that the bench sent, and which of them succeeded. The tables must match. */
export type Journal = {
  /** `<user>/<entry>` of reported entries. */
  reported: { sent: Set<string>; answered: Set<string> };
  /** By affiliate. Clicks are sent only once, so the result of an unanswered click is unknown. */
  clicks: Map<string, { sent: number; answered: number }>;
  /** The people who signed up, with their license keys. */
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
