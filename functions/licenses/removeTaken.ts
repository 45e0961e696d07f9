import { removeTaken } from "#shared/licenses/customer.ts";
import { isTaken } from "#shared/licenses/taken.ts";
import { answerReset } from "../accounts/index.ts";
import { http } from "../http/index.ts";
import { replaceKeyOf } from "./replacement/replace.ts";
import { toSeat } from "./rules.ts";
import { listLicenses } from "./table.ts";

type Page = Awaited<ReturnType<typeof listLicenses>>;

/** Clears `resetAt` last, so that a failed call can be repeated. */
export const handler = http(removeTaken)(async ({ input: { keep }, caller: { userId, user }, now }) => {
  const { resetAt } = user;
  let cursor: string | null | undefined = keep ? null : undefined;
  while (resetAt !== null && cursor !== null) {
    const { licenses, next }: Page = await listLicenses(userId, cursor);
    for (const license of licenses.filter((one) => isTaken(toSeat(one, now), resetAt)))
      await replaceKeyOf({
        licenseKey: license.licenseKey,
        by: "customer",
        now,
        mayReplace: () => undefined,
      });
    cursor = next;
  }
  await answerReset(userId, now);
  return { ok: true as const };
});
