import { AppError } from "#shared/errors.ts";
import { answerSignIn } from "#shared/licenses/signIn.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { licenseKeyOf } from "../platform/keyId.ts";
import { findTyped } from "./signIn/find.ts";
import { answered, seatFor } from "./signIn/rules.ts";
import { replacedSignIn } from "./signIn/table.ts";
import { getOwnedLicense, replacedLicense } from "./table.ts";

/** Stores the swap and the answer in one transaction, so that a swap counts only together with the approval. */
export const handler = http(answerSignIn)(async ({ input, caller, now }) => {
  const { code, answer, swap } = input;
  const licenseKey = answer === "deny" || input.keyId === undefined ? null : licenseKeyOf(input.keyId);
  if (answer === "approve" && licenseKey === null)
    throw new AppError("VALIDATION_ERROR", "Choose a seat", { field: "keyId" });
  await retryOnConflict(async () => {
    const license = licenseKey === null ? undefined : await getOwnedLicense(licenseKey, caller.userId);
    const before = await findTyped(code, caller.userId, now);
    const after = answered(before, caller.userId, license?.licenseKey ?? null, now);
    if (before === undefined || after === before) return;
    const seat = license && seatFor(license, before, swap, now);
    await transact([
      replacedSignIn(before, after),
      ...(license && seat && seat !== license ? [replacedLicense(license, seat)] : []),
    ]);
  });
  return { ok: true as const };
});
