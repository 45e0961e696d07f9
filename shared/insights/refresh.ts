import * as z from "zod/mini";
import { UserRow } from "../customers/userRow.ts";
import { endpoint } from "../endpoint.ts";
import { KeyRow } from "../licenses/keyRow.ts";
import { AlertRow } from "../security/alertRow.ts";

/** An object that an operator changed. A user includes the user's keys and alerts. */
export const Subject = z.object({
  kind: z.enum(["user", "key", "alert"]),
  id: z.string().check(z.minLength(1), z.maxLength(128)),
});
export type Subject = z.output<typeof Subject>;

/**
 * Updates the lists and figures for objects that an operator just changed, without waiting for the streams. Returns the
 * current rows; a subject without a row is no longer in a list.
 */
export const refreshRows = endpoint({
  method: "POST",
  path: "/api/admin/rows/refresh",
  audience: "operator",
  shows: ["accounts", "licenses", "security"],
  errors: ["CONFLICT"],
  input: z.object({ subjects: z.array(Subject).check(z.minLength(1), z.maxLength(10)) }),
  output: z.object({
    users: z.array(UserRow),
    keys: z.array(KeyRow),
    alerts: z.array(AlertRow),
    gone: z.array(Subject),
  }),
});
