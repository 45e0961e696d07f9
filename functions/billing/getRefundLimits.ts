import { getRefundLimits } from "#shared/billing/operator.ts";
import { http } from "../platform/http.ts";
import { readLimits } from "./tables/refundLimits.ts";

export const handler = http(getRefundLimits)(() => readLimits());
