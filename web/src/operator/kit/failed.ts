import { messageOf, reasonOf } from "../../api/ApiError.ts";

/** @param words what failed; the reason follows */
export const failed =
  (words: string) =>
  (error: unknown): string =>
    `${words}: ${reasonOf(error)}`;

/** Like `failed`, for calls that change nothing. */
export const failedToRead =
  (words: string) =>
  (error: unknown): string =>
    `${words}: ${messageOf(error)}`;
