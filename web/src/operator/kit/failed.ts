import { messageOf } from "../../api/ApiError.ts";

/** The specification's words, and then why. */
export const failed =
  (words: string) =>
  (error: unknown): string =>
    `${words}: ${messageOf(error)}`;
