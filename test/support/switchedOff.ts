import { afterAll } from "vitest";
import { DEFAULT_LIMITS } from "#shared/refunds/refunds.ts";
import { resetClock, setViewer } from "./control.ts";
import { offerUnits } from "./offer.ts";
import { callsOf } from "./operatorCalls.ts";
import { signInOperator } from "./people.ts";

// Files share a stack, and some change its settings. After each file, this restores the initial settings.

const AS_AT_FIRST = [
  ["catalog/getPlanSettings", "catalog/savePlanSettings", { plans: [], teams: false, trial_days: 0 }],
  ["checkout/getCreditSettings", "checkout/saveCreditSettings", { given: false }],
  ["referrals/getConsentCountries", "referrals/saveConsentCountries", { countries: [] }],
  ["refunds/getRefundLimits", "refunds/saveRefundLimits", DEFAULT_LIMITS],
] as const;
const UNITS = 25;

afterAll(async () => {
  await setViewer({ country: "US", address: null });
  await resetClock();
  const operator = await signInOperator();
  const ask = callsOf(() => operator);
  for (const [read, save, settings] of AS_AT_FIRST) {
    const { version } = (await ask(read, {})).body;
    const { status, body } = await ask(save, { ...settings, version });
    if (status !== 200) throw new Error(`${save} answered ${status}: ${JSON.stringify(body)}`);
  }
  await offerUnits(operator, UNITS, { waiting_list: false });
});
