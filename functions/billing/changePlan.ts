import { changePlan } from "#shared/billing/planChange.ts";
import { http } from "../platform/http.ts";
import { changeAsPreviewed } from "./subscriptions/changePlan.ts";
import { changeSeatsAsPreviewed } from "./subscriptions/changeSeats.ts";

export const handler = http(changePlan)(({ input: { to, seats, ...confirmed }, caller, now }) =>
  seats === undefined
    ? changeAsPreviewed(caller.userId, to, confirmed, now)
    : changeSeatsAsPreviewed(caller.userId, seats, confirmed, now),
);
