import { getCreditSettings } from "#shared/billing/creditSettings.ts";
import { http } from "../platform/http.ts";
import { readCreditSettings } from "./tables/creditSettings.ts";

export const handler = http(getCreditSettings)(() => readCreditSettings());
