import { previewPlan } from "#shared/billing/planChange.ts";
import { http } from "../platform/http.ts";
import { previewChange } from "./subscriptions/changePlan.ts";

export const handler = http(previewPlan)(({ input: { to }, caller, now }) =>
  previewChange(caller.userId, to, now),
);
