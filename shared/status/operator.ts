import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { line } from "../text.ts";
import { ServiceState, ServiceStates } from "./service.ts";

/** The board as the operator edits it. */
export const getBoard = endpoint({
  method: "GET",
  path: "/api/admin/status",
  audience: "operator",
  input: z.object({}),
  output: z.object({ services: ServiceStates, updated_at: z.nullable(Instant) }),
});

/** The longest note: two sentences or three. */
export const MAX_STATUS_NOTE = 300;

/**
 * Sets all three services. Saving the same values confirms that the board is current. `note` explains a change to
 * everyone, in plain text; a note without a change is a VALIDATION_ERROR at `note`.
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
  output: z.object({ services: ServiceStates, updated_at: Instant }),
});
