import { previewPlan } from "#shared/billing/planChange.ts";
import { http } from "../platform/http.ts";
import { previewChange } from "./subscriptions/changePlan.ts";
import { previewSeats } from "./subscriptions/changeSeats.ts";

export const handler = http(previewPlan)(({ input: { to, seats }, caller, now }) =>
  seats === undefined ? previewChange(caller.userId, to, now) : previewSeats(caller.userId, seats, now),
);
