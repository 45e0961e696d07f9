import { previewPlan } from "#shared/subscriptions/planChange.ts";
import { http } from "../http/index.ts";
import { previewChange } from "./plans/planChange.ts";
import { previewSeats } from "./plans/seatChange.ts";

export const handler = http(previewPlan)(({ input: { to, seats }, caller, now }) =>
  seats === undefined ? previewChange(caller.userId, to, now) : previewSeats(caller.userId, seats, now),
);
