import { cancelSubscription } from "#shared/subscriptions/customer.ts";
import { http } from "../http/index.ts";
import { scheduleEnd } from "./atStripe/scheduleEnd.ts";

export const handler = http(cancelSubscription)(async ({ caller, now }) => ({
  subscription: await scheduleEnd(caller.userId, true, now),
}));
