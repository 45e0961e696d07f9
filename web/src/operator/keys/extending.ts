import type { KeyRow } from "#shared/licenses/keyRow.ts";

/** Whether the owner's account was deleted, which ended the key. */
export const isOwnerGone = ({ user_id, user_email }: KeyRow): boolean =>
  user_id !== null && user_email === null;

/** A subscription's payments extend its key, and a lifetime key has no end. */
export const mayExtend = (row: KeyRow): boolean =>
  row.source === "manual" && row.expires_at !== null && !isOwnerGone(row);
