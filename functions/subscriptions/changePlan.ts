import { changePlan } from "#shared/subscriptions/planChange.ts";
import { http } from "../http/index.ts";
import { changeAsPreviewed } from "./plans/planChange.ts";
import { changeSeatsAsPreviewed } from "./plans/seatChange.ts";

export const handler = http(changePlan)(({ input: { to, seats, ...confirmed }, caller, now }) =>
  seats === undefined
    ? changeAsPreviewed(caller.userId, to, confirmed, now)
    : changeSeatsAsPreviewed(caller.userId, seats, confirmed, now),
);
