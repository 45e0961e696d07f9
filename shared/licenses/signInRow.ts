import * as z from "zod/mini";
import { Instant } from "../instant.ts";

export const SignIn = z.object({
  userCode: z.string(),
  secretHash: z.string(),
  fingerprint: z.string(),
  computerName: z.string(),
  os: z.string(),
  appVersion: z.string(),
  address: z.nullable(z.string()),
  country: z.nullable(z.string()),
  requestedAt: Instant,
  expiresAt: Instant,
  /** Milliseconds between polls. */
  interval: z.number(),
  polledAt: z.nullable(Instant),
  /** Who answered, and the key that they chose. A null key denies the request. */
  answer: z.nullable(z.object({ userId: z.string(), licenseKey: z.nullable(z.string()) })),
  version: z.number(),
});
export type SignIn = z.output<typeof SignIn>;
