import { AppError } from "#shared/errors.ts";
import { refuseInvitations } from "#shared/mail/customer.ts";
import { http } from "../http/index.ts";
import { hashOfToken, setRefusal } from "./invitations/table.ts";

export const handler = http(refuseInvitations)(async ({ input, now }) => {
  const hash = await hashOfToken(input.token);
  if (hash === undefined) throw new AppError("NOT_FOUND", "This link is not complete. Copy the whole link.");
  await setRefusal(hash, true, now);
  return { ok: true as const };
});
