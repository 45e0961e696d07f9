import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Incident, IncidentHead } from "./incident.ts";
import { ServiceId, ServiceState, ServiceStates } from "./service.ts";
import { Uptime } from "./uptime.ts";

/**
 * Returns the state of the third-party services that videos are made with: the worse of what the operator and the open
 * incidents say. Also returns the state of this shop, by its incidents and its last check.
 */
export const getStatus = endpoint({
  method: "GET",
  path: "/status",
  audience: "public",
  input: z.object({}),
  output: z.object({
    services: ServiceStates,
    /** This shop: what open incidents say of it, and at least degraded while its last check got no answer. */
    site: ServiceState,
    /** Whether the last check of this shop got an answer; null where none ran today. */
    answered: z.nullable(z.boolean()),
    /** Open ones, newest first. */
    incidents: z.array(IncidentHead),
    /** The operator's last touch; null before the first. */
    updated_at: z.nullable(Instant),
    /** The last touch is more than a day ago. */
    stale: z.boolean(),
  }),
});

const Change = z.object({
  service: ServiceId,
  from: ServiceState,
  to: ServiceState,
  at: Instant,
  /** What the operator says about it. */
  note: z.nullable(z.string()),
});

/** Returns each service's worst state on each of the last 90 UTC days, oldest first, and the changes behind them. */
export const getHistory = endpoint({
  method: "GET",
  path: "/status/history",
  audience: "public",
  input: z.object({}),
  output: z.object({
    /** The first day, `2026-08-23`. */
    since: z.string(),
    days: z.object({
      chatgpt: z.array(ServiceState),
      suno: z.array(ServiceState),
      elevenlabs: z.array(ServiceState),
    }),
    /** Newest first. */
    changes: z.array(Change),
    /** Those that began in these days, resolved ones too, and those that are open; newest first. */
    incidents: z.array(Incident),
    /** How often this shop itself answered, as measured. */
    uptime: Uptime,
  }),
});

/** Returns the status changes and the incidents' updates as RSS 2.0. */
export const getFeed = endpoint({
  method: "GET",
  path: "/status/feed.xml",
  audience: "public",
  contentType: "application/rss+xml; charset=utf-8",
  input: z.object({}),
  output: z.string(),
});
