import * as z from "zod/mini";
import { DAY } from "../instant.ts";

/** The third-party services that videos are made with. */
export const SERVICES = ["chatgpt", "suno", "elevenlabs"] as const;
export const ServiceId = z.enum(SERVICES);
export type ServiceId = z.output<typeof ServiceId>;

/** From best to worst: `worstOf` returns the state that is last in this list. */
export const SERVICE_STATES = ["green", "yellow", "red"] as const;
export const ServiceState = z.enum(SERVICE_STATES, "must be green, yellow or red");
export type ServiceState = z.output<typeof ServiceState>;

export const SERVICE_NAMES: Readonly<Record<ServiceId, string>> = {
  chatgpt: "Text generation",
  suno: "Music generation",
  elevenlabs: "Voice synthesis",
};
export const STATE_NAMES: Readonly<Record<ServiceState, string>> = {
  green: "Operational",
  yellow: "Degraded",
  red: "Outage",
};

export const ServiceStates = z.object({
  chatgpt: ServiceState,
  suno: ServiceState,
  elevenlabs: ServiceState,
});
export type ServiceStates = z.output<typeof ServiceStates>;

/** The board is stale if nobody has saved it for this long. */
export const STALE_AFTER = DAY;

/** Days on the status page, including today. */
export const HISTORY_DAYS = 90;

export function worstOf(states: Iterable<ServiceState>): ServiceState {
  let worst = 0;
  for (const state of states) worst = Math.max(worst, SERVICE_STATES.indexOf(state));
  return SERVICE_STATES[worst] ?? "green";
}
