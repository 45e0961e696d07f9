export { emailKeys, emailsIn, readPeople } from "./emailTable.ts";
export { lastDays, readFigures, totalIn, totalsKey } from "./figureTable.ts";
export { readLastUses, usedKeys, withLastUses } from "./lastUseTable.ts";
export { listStoredMoves } from "./moveTable.ts";
export { listRecent } from "./recentTable.ts";
export {
  addressOf,
  type Entry,
  foldEmail,
  goneEntry,
  happened,
  moveName,
  NEVER_SEEN,
  nameOfCents,
  onDay,
  type Sum,
  total,
} from "./rules.ts";
export {
  findByAddress,
  findByName,
  findEntry,
  findRows,
  listDue,
  listEntries,
  refreshEntries,
} from "./table.ts";
export { typedEarlier, typedKey, wordsOfKey, wordsOfUser } from "./wordRules.ts";
export { type Search, search } from "./wordTable.ts";
