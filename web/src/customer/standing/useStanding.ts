import { useShell } from "../dashboard/useShell.ts";
import type { Facts } from "./facts.ts";
import { type Standing, standingOf } from "./standing.ts";

/** @param facts from the page's loader; the account comes from the dashboard's frame */
export function useStanding(facts: Facts): Standing {
  return standingOf({ ...facts, account: useShell().account });
}
