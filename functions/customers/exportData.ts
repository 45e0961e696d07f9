import { exportData } from "#shared/customers/customer.ts";
import { http } from "../http/index.ts";
import { gatherPersonalData } from "./personalData/gather.ts";

export const handler = http(exportData)(({ input, caller, now }) =>
  gatherPersonalData(caller.user, input.cursor, now),
);
