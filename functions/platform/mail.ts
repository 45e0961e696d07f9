import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { BRAND } from "#shared/brand.ts";
import { env } from "./env.ts";

const client = new SESv2Client({ maxAttempts: 3 });

/** @param to one address; @throws if SES refuses it */
export async function sendMail(message: {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A page where the reader turns such mail off: mail programs show it beside the sender. */
  unsubscribeUrl: string | undefined;
}): Promise<void> {
  const content = (data: string) => ({ Data: data, Charset: "UTF-8" });
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: env("MAIL_FROM"),
      // Answers reach a person, whatever the sender's mailbox is.
      ReplyToAddresses: [BRAND.supportEmail],
      ConfigurationSetName: env("MAIL_SETTINGS"),
      Destination: { ToAddresses: [message.to] },
      Content: {
        Simple: {
          Subject: content(message.subject),
          Body: { Text: content(message.text), Html: content(message.html) },
          ...(message.unsubscribeUrl !== undefined && {
            Headers: [{ Name: "List-Unsubscribe", Value: `<${message.unsubscribeUrl}>` }],
          }),
        },
      },
    }),
  );
}
