/** What was sent, and what of it was answered with a yes: the tables must say the same. */
export type Journal = {
  /** `<user>/<entry>` of what applications reported. */
  reported: { sent: Set<string>; answered: Set<string> };
  /** By the affiliate whose link it was. A click is sent once; of one without an answer, nobody knows. */
  clicks: Map<string, { sent: number; answered: number }>;
  /** Everybody who signed up, with the one key that each took. */
  customers: Map<string, string>;
  /** Checkout sessions that were paid, with the buyer. */
  purchases: Map<string, string>;
};

export const newJournal = (): Journal => ({
  reported: { sent: new Set(), answered: new Set() },
  clicks: new Map(),
  customers: new Map(),
  purchases: new Map(),
});
