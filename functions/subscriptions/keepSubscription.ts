import { keepSubscription } from "#shared/subscriptions/customer.ts";
import { http } from "../http/index.ts";
import { scheduleEnd } from "./atStripe/scheduleEnd.ts";

export const handler = http(keepSubscription)(async ({ caller, now }) => ({
  subscription: await scheduleEnd(caller.userId, false, now),
}));
