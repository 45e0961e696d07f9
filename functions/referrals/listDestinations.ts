import { listDestinations } from "#shared/referrals/operator.ts";
import { http } from "../http/index.ts";
import * as destinations from "./destinations/table.ts";

export const handler = http(listDestinations)(async () => ({ rows: await destinations.listDestinations() }));
