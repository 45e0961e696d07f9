import { getUnits } from "#shared/promotions/operator.ts";
import { http } from "../http/index.ts";
import { readLifetimeOffer } from "./offerTable.ts";

export const handler = http(getUnits)(async () => {
  const { total, sold, reserved, offered, waitingList } = await readLifetimeOffer();
  return {
    total,
    sold,
    held: reserved - offered,
    ...(waitingList || offered > 0 ? { offered } : {}),
  };
});
