import { leaveWaiting } from "#shared/promotions/customer.ts";
import { http } from "../http/index.ts";
import { ownPlace } from "./waiting/ownPlace.ts";
import { takeOff } from "./waiting/takeOff.ts";

export const handler = http(leaveWaiting)(async ({ caller: { userId, user }, now }) => {
  await takeOff(userId, user.stripeCustomerId, "left");
  return ownPlace(userId, now);
});
