import { useShell } from "../dashboard/useShell.ts";
import type { Facts } from "./facts.ts";
import { type Standing, standingOf } from "./standing.ts";

export function useStanding(facts: Facts): Standing {
  return standingOf({ ...facts, account: useShell().account });
}
