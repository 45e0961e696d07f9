import { messageOf, reasonOf } from "../../api/ApiError.ts";

/** The specification's words, and then why. */
export const failed =
  (words: string) =>
  (error: unknown): string =>
    `${words}: ${reasonOf(error)}`;

/** The same for what changes nothing. */
export const failedToRead =
  (words: string) =>
  (error: unknown): string =>
    `${words}: ${messageOf(error)}`;
