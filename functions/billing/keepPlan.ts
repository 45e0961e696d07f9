import { keepPlan } from "#shared/billing/planChange.ts";
import { http } from "../platform/http.ts";
import { keepPlanned } from "./subscriptions/changePlan.ts";

export const handler = http(keepPlan)(async ({ caller, now }) => ({
  subscription: await keepPlanned(caller.userId, now),
}));
