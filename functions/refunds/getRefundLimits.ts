import { getRefundLimits } from "#shared/refunds/operator.ts";
import { http } from "../http/index.ts";
import { readLimits } from "./limitTable.ts";

export const handler = http(getRefundLimits)(() => readLimits());
