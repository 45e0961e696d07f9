import { BadRequestException, SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { isMailable } from "#shared/accounts/typedEmail.ts";
import { BRAND } from "#shared/brand.ts";
import { env } from "./env.ts";
import { within } from "./within.ts";

const client = new SESv2Client({ maxAttempts: 3, ...within(5_000) });

type Message = {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A page where the reader turns such mail off: mail programs show it beside the sender. */
  unsubscribeUrl: string | undefined;
};

/**
 * @returns false if SES takes no such address, so that no retry can help
 * @throws if SES refuses a mail to a plain address: the reason is ours, such as the sender
 */
export async function sendMail(message: Message): Promise<boolean> {
  try {
    await send(message);
    return true;
  } catch (error) {
    if (error instanceof BadRequestException && !isMailable(message.to)) return false;
    throw error;
  }
}

async function send(message: Message): Promise<void> {
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
