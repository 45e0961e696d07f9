import { AppError } from "#shared/errors.ts";
import { setInvitationMail } from "#shared/mail/customer.ts";
import { http } from "../http/index.ts";
import { hashOfAddress, readMailsTo, setRefusal } from "./invitations/table.ts";

export const handler = http(setInvitationMail)(async ({ input: { enabled }, caller: { user }, now }) => {
  const hash = await hashOfAddress(user.email);
  const { isRefused } = await readMailsTo(hash);
  if (enabled === undefined || enabled === !isRefused) return { enabled: !isRefused };
  if (!user.emailConfirmed) throw new AppError("CONFLICT", "Confirm your email address first.");
  await setRefusal(hash, !enabled, now);
  return { enabled };
});
