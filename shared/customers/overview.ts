import * as z from "zod/mini";
import { Account } from "../accounts/customer.ts";
import { ActivityEntry } from "../activity/activity.ts";
import { endpoint } from "../endpoint.ts";
import { Seat } from "../licenses/seat.ts";
import { getPromotions } from "../promotions/public.ts";
import { getSubscription } from "../subscriptions/customer.ts";

/** Returns everything that the account's first page shows, with the newest 25 seats and activities. */
export const getOverview = endpoint({
  method: "GET",
  path: "/api/overview",
  audience: "customer",
  whileSuspended: true,
  input: z.object({}),
  output: z.object({
    account: Account,
    billing: getSubscription.output,
    promotions: z.nullable(getPromotions.output),
    /** The next three are null if they could not be read, and always null for a suspended account. */
    seats: z.nullable(z.array(Seat)),
    videoCount: z.nullable(z.number()),
    activity: z.nullable(z.array(ActivityEntry)),
  }),
});
