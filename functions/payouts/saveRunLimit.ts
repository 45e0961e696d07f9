import { saveRunLimit } from "#shared/payouts/operator.ts";
import { saveSetting } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { readRunLimit, replaceRunLimit } from "./batches/limitTable.ts";

export const handler = http(saveRunLimit)(async ({ input: { version, ...limit }, caller, now }) => {
  const { version: _, ...before } = await readRunLimit();
  await saveSetting("this limit", replaceRunLimit(limit, version), {
    operator: caller.userId,
    action: "payouts/saveRunLimit",
    subject: "payouts#limit",
    before,
    after: limit,
    at: now.toISOString(),
  });
  return { ...limit, version: version + 1 };
});
