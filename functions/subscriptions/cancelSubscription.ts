import { cancelSubscription } from "#shared/billing/customer.ts";
import { http } from "../http/index.ts";
import { scheduleEnd } from "./steered/scheduleEnd.ts";

export const handler = http(cancelSubscription)(async ({ caller, now }) => ({
  subscription: await scheduleEnd(caller.userId, true, now),
}));
