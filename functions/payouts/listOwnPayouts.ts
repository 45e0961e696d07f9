import { listOwnPayouts } from "#shared/payouts/customer.ts";
import { http } from "../http/index.ts";
import { listOwn } from "./lists/table.ts";

export const handler = http(listOwnPayouts)(async ({ input, caller }) =>
  listOwn(caller.userId, input.cursor),
);
