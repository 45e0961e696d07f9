import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Audience } from "../mail/mailing.ts";
import { RequestId } from "../requestId.ts";
import { line } from "../text.ts";
import {
  Affected,
  Impact,
  IncidentHead,
  IncidentState,
  MAX_INCIDENT_MESSAGE,
  MAX_INCIDENT_TITLE,
  MAX_POSTMORTEM_URL,
  OPEN_STATES,
} from "./incident.ts";
import { ServiceState, ServiceStates } from "./service.ts";

/** Returns the board for editing, and the open incidents, which may show a service as worse. */
export const getBoard = endpoint({
  method: "GET",
  path: "/api/admin/status",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({
    services: ServiceStates,
    updated_at: z.nullable(Instant),
    /** Only open ones, newest first. */
    incidents: z.array(IncidentHead),
  }),
});

export const MAX_STATUS_NOTE = 300;

/**
 * Sets the state of each service. Saving the same values confirms that the board is current. `note` explains a change
 * publicly, in plain text. VALIDATION_ERROR at `note` for a note without a change that customers see, unless the call
 * repeats the last save.
 */
export const saveBoard = endpoint({
  method: "PUT",
  path: "/api/admin/status",
  audience: "operator",
  errors: ["CONFLICT"],
  input: z.object({
    chatgpt: ServiceState,
    suno: ServiceState,
    elevenlabs: ServiceState,
    note: z.optional(line("Note", MAX_STATUS_NOTE)),
  }),
  output: z.object({ services: ServiceStates, updated_at: Instant, incidents: z.array(IncidentHead) }),
});

const title = line("Title", MAX_INCIDENT_TITLE);
const message = line("Message", MAX_INCIDENT_MESSAGE);
const services = z.array(Affected, "services must be a list").check(
  z.minLength(1, "Choose at least one affected service"),
  z.refine((all) => new Set(all).size === all.length, "A service is named twice"),
  z.meta({ uniqueItems: true }),
);

/**
 * Opens an incident. It is public immediately, and its services show `impact` until it is resolved. The page makes one
 * `requestId` per form, which becomes the incident's id: repeating the call opens no second incident. CONFLICT if too
 * many are open. `mail` names the customers who also get the message by mail.
 */
export const openIncident = endpoint({
  method: "POST",
  path: "/api/admin/incidents",
  audience: "operator",
  errors: ["CONFLICT"],
  input: z.object({
    requestId: RequestId,
    title,
    services,
    impact: Impact,
    state: z.enum(OPEN_STATES, "Open it first, then resolve it"),
    message,
    mail: z.optional(Audience),
  }),
  output: z.object({ incident: IncidentHead }),
});

/**
 * Adds a message, and may change the state, the impact and the affected services. `seen` is the `updated_at` that the
 * operator read: CONFLICT if another update came since. NOT_FOUND if the incident is resolved. `mail` names the
 * customers who also get the message by mail.
 */
export const updateIncident = endpoint({
  method: "POST",
  path: "/api/admin/incidents/updates",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    incidentId: z.string().check(z.regex(/^[\w-]{8,64}$/, "incidentId is not valid")),
    seen: Instant,
    services,
    impact: Impact,
    state: IncidentState,
    message,
    mail: z.optional(Audience),
  }),
  output: z.object({ incident: IncidentHead }),
});

/** Shown as a link: https, a public host name, and printable characters only. */
const PostmortemUrl = z
  .string()
  .check(
    z.maxLength(MAX_POSTMORTEM_URL, `The link is too long (at most ${MAX_POSTMORTEM_URL} characters)`),
    z.regex(
      /^https:\/\/(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}(?:[/?#][!-~]*)?$/,
      "Enter a link that begins with https://",
    ),
  );

/**
 * Links a resolved incident on the status page to its post-mortem. Null removes the link. `startedAt` is the incident's
 * `started_at`. NOT_FOUND if there is no such resolved incident.
 */
export const linkPostmortem = endpoint({
  method: "PUT",
  path: "/api/admin/incidents/postmortem",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    incidentId: z.string().check(z.regex(/^[\w-]{8,64}$/, "incidentId is not valid")),
    startedAt: Instant,
    url: z.nullable(PostmortemUrl),
  }),
  output: z.object({ postmortem_url: z.nullable(z.string()) }),
});
