import { keepPlan } from "#shared/subscriptions/planChange.ts";
import { http } from "../http/index.ts";
import { keepPlanned } from "./plans/planChange.ts";

export const handler = http(keepPlan)(async ({ caller, now }) => ({
  subscription: await keepPlanned(caller.userId, now),
}));
