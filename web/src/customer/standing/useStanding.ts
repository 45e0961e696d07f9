import { useShell } from "../dashboard/useShell.ts";
import type { Facts } from "./facts.ts";
import { type Standing, standingOf } from "./standing.ts";

/** @param facts what the page's loader read; the frame around it knows the account */
export function useStanding(facts: Facts): Standing {
  return standingOf({ ...facts, account: useShell().account });
}
