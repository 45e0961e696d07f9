import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** The limited offer as it is stored. */
export const LifetimeOffer = z.object({
  enabled: z.boolean(),
  heroText: z.string(),
  subtitle: z.string(),
  endAt: z.nullable(Instant),
  total: z.nullable(z.number()),
  sold: z.number(),
  reserved: z.number(),
  /** total − sold − reserved. Stored, because conditions cannot subtract. */
  left: z.number(),
  version: z.number(),
  waitingList: z._default(z.boolean(), false),
  /** People in line. This many of the units left are kept for them. */
  waiting: z._default(z.number(), 0),
  /** Reserved units that are held for people on the waiting list. */
  offered: z._default(z.number(), 0),
  /** When a buyer last found all units held. */
  wantedAt: z.optional(Instant),
});
export type LifetimeOffer = z.output<typeof LifetimeOffer>;
