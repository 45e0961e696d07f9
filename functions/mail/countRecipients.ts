import { countRecipients } from "#shared/mail/operator.ts";
import { http } from "../http/index.ts";
import { pageOfRecipients } from "./mailings/recipients.ts";

export const handler = http(countRecipients)(async ({ input: { audience, cursor }, now }) => {
  const { userIds, next } = await pageOfRecipients(audience, cursor, now.toISOString());
  return { recipients: userIds.length, next };
});
