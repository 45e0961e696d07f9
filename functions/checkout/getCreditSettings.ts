import { getCreditSettings } from "#shared/checkout/creditSettings.ts";
import { http } from "../http/index.ts";
import { readCreditSettings } from "./credit/table.ts";

export const handler = http(getCreditSettings)(() => readCreditSettings());
