import * as z from "zod/mini";
import { DAY } from "../instant.ts";
import { Computer, Fingerprint, token } from "./activation.ts";

export const OFFLINE_LEASE = 30 * DAY;

/** The file that a computer without internet writes and its owner uploads on the Seats page. */
export const OfflineRequest = z.object({
  type: z.literal("license-request", "This is not a request file"),
  version: z.literal(1, "This request file is of an unknown version"),
  nonce: token("Nonce"),
  fingerprint: Fingerprint,
  ...Computer.shape,
});
export type OfflineRequest = z.output<typeof OfflineRequest>;

/** The answer file: a lease with the request's nonce, and the chain from older keys to the one that signed it. */
export const OfflineAnswer = z.object({
  type: z.literal("license-answer"),
  version: z.literal(1),
  lease: z.string(),
  chain: z.array(z.string()),
});
export type OfflineAnswer = z.output<typeof OfflineAnswer>;
