import { saveCreditSettings } from "#shared/checkout/creditSettings.ts";
import { saveSetting } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { readCreditSettings, replaceCreditSettings } from "./credit/table.ts";

export const handler = http(saveCreditSettings)(async ({ input: { version, given }, caller, now }) => {
  const before = await readCreditSettings();
  await saveSetting("this setting", replaceCreditSettings(given, version), {
    operator: caller.userId,
    action: "checkout/saveCreditSettings",
    subject: "plans#lifetime",
    before: { given: before.given },
    after: { given },
    at: now.toISOString(),
  });
  return { given, version: version + 1 };
});
