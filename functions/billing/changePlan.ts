import { changePlan } from "#shared/billing/planChange.ts";
import { http } from "../platform/http.ts";
import { changeAsPreviewed } from "./subscriptions/changePlan.ts";

export const handler = http(changePlan)(({ input: { to, ...confirmed }, caller, now }) =>
  changeAsPreviewed(caller.userId, to, confirmed, now),
);
