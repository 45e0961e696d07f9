import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Activation } from "../licenses/activation.ts";
import { HOLDER_ERRORS, KEY_ERRORS } from "../licenses/errors.ts";
import { LICENSE_CODES } from "../licenses/standing.ts";
import { line } from "../text.ts";
import { ACTIVITY_TYPES, ActivityStatus } from "./activity.ts";

export const MAX_ENTRIES = 25;

const Id = z
  .string("Id is required")
  .check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, "Id must be 8 to 64 letters, digits, - or _"));

/** One event in the application. The client chooses `id`: a repeated id counts once. */
export const ReportedActivity = z.object({
  id: Id,
  type: z.enum(ACTIVITY_TYPES, `Type must be one of ${ACTIVITY_TYPES.join(", ")}`),
  status: ActivityStatus,
  at: Instant,
  title: z.optional(z.nullable(line("Title", 200))),
});
export type ReportedActivity = z.output<typeof ReportedActivity>;

/**
 * Reports the application's activity, up to 25 entries a call. An ended license may still report. `sentAt` is the
 * client's clock at sending: the server uses only the time from each `at` to `sentAt`, so a wrong clock does no harm.
 * Fails with INVALID_KEY, NOT_FOUND, or with SEAT_TAKEN, FINGERPRINT_MISMATCH or CLONE_SUSPECTED if this installation
 * does not have the seat.
 */
export const report = endpoint({
  method: "POST",
  path: "/api/activity",
  audience: "device",
  errors: [...KEY_ERRORS, ...HOLDER_ERRORS],
  input: z.object({
    ...Activation.shape,
    sentAt: Instant,
    entries: z
      .array(ReportedActivity, "Entries are required")
      .check(
        z.minLength(1, "Entries are required"),
        z.maxLength(MAX_ENTRIES, `At most ${MAX_ENTRIES} entries at a time`),
      ),
  }),
  output: z.object({
    code: z.enum(LICENSE_CODES),
    message: z.string(),
    serverTime: Instant,
    /** How many entries were new. */
    recorded: z.number(),
  }),
});
