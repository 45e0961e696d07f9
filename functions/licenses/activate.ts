import { activate } from "#shared/licenses/device.ts";
import { httpForDevices } from "../http/index.ts";
import { takeSeat } from "./devices/take.ts";
import { requireKey } from "./table.ts";

export const handler = httpForDevices(activate)(async ({ input, caller, now }) =>
  takeSeat(requireKey(input.licenseKey), input, caller, now),
);
