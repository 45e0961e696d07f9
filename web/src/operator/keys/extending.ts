import type { KeyRow } from "#shared/licenses/keyRow.ts";

/** The owner's account is deleted, and the key has ended with it. */
export const isOwnerGone = ({ user_id, user_email }: KeyRow): boolean =>
  user_id !== null && user_email === null;

/** A subscription's key ends with the paid time, and a lifetime never. */
export const mayExtend = (row: KeyRow): boolean =>
  row.source === "manual" && row.expires_at !== null && !isOwnerGone(row);
