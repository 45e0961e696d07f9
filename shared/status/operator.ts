import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { ServiceState, ServiceStates } from "./service.ts";

/** The board as the operator edits it. */
export const getBoard = endpoint({
  method: "GET",
  path: "/api/admin/status",
  audience: "operator",
  input: z.object({}),
  output: z.object({ services: ServiceStates, updated_at: z.nullable(Instant) }),
});

/** Sets all three. The same values again are a touch: the board was looked at, and nothing has changed. */
export const saveBoard = endpoint({
  method: "PUT",
  path: "/api/admin/status",
  audience: "operator",
  input: z.object({ chatgpt: ServiceState, suno: ServiceState, elevenlabs: ServiceState }),
  output: z.object({ services: ServiceStates, updated_at: Instant }),
});
