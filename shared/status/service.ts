import * as z from "zod/mini";
import { DAY } from "../instant.ts";

/** The services of others that a video is made with. */
export const SERVICES = ["chatgpt", "suno", "elevenlabs"] as const;
export const ServiceId = z.enum(SERVICES);
export type ServiceId = z.output<typeof ServiceId>;

/** From well to ill: the worst of several is the one that comes last here. */
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

/** The board counts as stale when nobody has touched it for this long. */
export const STALE_AFTER = DAY;

/** Days that the bars of the status page go back, today included. */
export const HISTORY_DAYS = 90;

export function worstOf(states: Iterable<ServiceState>): ServiceState {
  let worst = 0;
  for (const state of states) worst = Math.max(worst, SERVICE_STATES.indexOf(state));
  return SERVICE_STATES[worst] ?? "green";
}
