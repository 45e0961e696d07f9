import type { KeyRow } from "#shared/licenses/keyRow.ts";

type Asked = Pick<KeyRow, "user_email" | "source">;

/** Explains each action in its confirmation dialog. */
export const keyWords = {
  deactivate: ({ user_email, source }: Asked): string =>
    `${user_email === null ? "The key" : `The key of ${user_email}`} stops working and its computer is cleared. You can switch it on again.${
      source === "subscription" ? " Its subscription is not charged until you do." : ""
    }`,
  activate:
    "We switch the key on again. It then works, unless it has ended or is suspended, or a payment for it is due.",
  replace: ({ user_email }: Asked): string =>
    `The old key stops working and its computer is cleared. ${user_email ?? "Its owner"} finds the new key under Seats. We mail them about the new key, unless their address bounces. A computer that is offline now keeps working until its lease ends.`,
} as const;
