import { getRunLimit } from "#shared/payouts/operator.ts";
import { http } from "../http/index.ts";
import { readRunLimit } from "./batches/limitTable.ts";

export const handler = http(getRunLimit)(() => readRunLimit());
