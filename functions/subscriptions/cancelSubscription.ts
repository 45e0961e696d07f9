import { cancelSubscription } from "#shared/subscriptions/leaving.ts";
import { http } from "../http/index.ts";
import { cancelFor } from "./atStripe/scheduleEnd.ts";

export const handler = http(cancelSubscription)(async ({ input, caller, now }) => ({
  subscription: await cancelFor(caller.userId, input.endsToday === true, now, input.reason),
}));
