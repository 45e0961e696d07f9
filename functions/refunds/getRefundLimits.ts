import { getRefundLimits } from "#shared/billing/operator.ts";
import { http } from "../http/index.ts";
import { readLimits } from "./limitTable.ts";

export const handler = http(getRefundLimits)(() => readLimits());
