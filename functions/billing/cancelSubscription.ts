import { cancelSubscription } from "#shared/billing/customer.ts";
import { http } from "../platform/http.ts";
import { scheduleEnd } from "./subscriptions/scheduleEnd.ts";

export const handler = http(cancelSubscription)(async ({ caller, now }) => ({
  subscription: await scheduleEnd(caller.userId, true, now),
}));
