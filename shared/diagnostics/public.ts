import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";

/** Maximum lengths. The browser cuts longer texts, and the server refuses them. */
export const CLIENT_ERROR_SIZES = { message: 1000, name: 100, stack: 4000, page: 200 } as const;
export const MAX_CLIENT_ERRORS = 10;

const text = (most: number) => z.string().check(z.maxLength(most));

/** A log line from a visitor's browser. Never contains a token, a key or an input. */
export const ClientError = z.object({
  timestamp: Instant,
  level: z.enum(["ERROR", "FATAL"]),
  message: text(CLIENT_ERROR_SIZES.message),
  context: z.object({
    requestId: z.string().check(z.regex(/^req_\d{1,16}_[a-z0-9]{1,16}$/)),
    /** Without its query. */
    page: text(CLIENT_ERROR_SIZES.page),
  }),
  error: z.optional(
    z.object({
      name: text(CLIENT_ERROR_SIZES.name),
      message: text(CLIENT_ERROR_SIZES.message),
      stack: z.optional(text(CLIENT_ERROR_SIZES.stack)),
    }),
  ),
});
export type ClientError = z.output<typeof ClientError>;

/** Logs errors from a visitor's browser for operators, and stores nothing. Returns how many entries were logged. */
export const logClientErrors = endpoint({
  method: "POST",
  path: "/api/client-errors",
  audience: "public",
  errors: ["RATE_LIMITED"],
  input: z.object({
    entries: z.array(ClientError).check(z.minLength(1), z.maxLength(MAX_CLIENT_ERRORS)),
  }),
  output: z.object({ recorded: z.number() }),
});
