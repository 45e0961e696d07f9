import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Incident, IncidentHead } from "./incident.ts";
import { ServiceId, ServiceState, ServiceStates } from "./service.ts";
import { Uptime } from "./uptime.ts";

/**
 * Returns the state of the third-party services that videos are made with: the worse of the operator's board and the
 * open incidents. Also returns the state of this shop, from its incidents and its last check.
 */
export const getStatus = endpoint({
  method: "GET",
  path: "/status",
  audience: "public",
  input: z.object({}),
  output: z.object({
    services: ServiceStates,
    /** The worst impact of this shop's open incidents, and at least degraded if its last check failed. */
    site: ServiceState,
    /** Whether this shop's last check succeeded; null if none ran today. */
    answered: z.nullable(z.boolean()),
    /** Only open ones, newest first. */
    incidents: z.array(IncidentHead),
    /** When the operator last saved the board; null before the first save. */
    updated_at: z.nullable(Instant),
    /** The last save is more than a day old. */
    stale: z.boolean(),
  }),
});

const Change = z.object({
  service: ServiceId,
  from: ServiceState,
  to: ServiceState,
  at: Instant,
  note: z.nullable(z.string()),
});

/** Returns each service's worst state on each of the last 90 UTC days, oldest first, and the changes behind them. */
export const getHistory = endpoint({
  method: "GET",
  path: "/status/history",
  audience: "public",
  input: z.object({}),
  output: z.object({
    since: z.string(),
    days: z.object({
      chatgpt: z.array(ServiceState),
      suno: z.array(ServiceState),
      elevenlabs: z.array(ServiceState),
    }),
    /** Newest first. */
    changes: z.array(Change),
    /** Incidents that began in these days, and all open ones; newest first. */
    incidents: z.array(Incident),
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
