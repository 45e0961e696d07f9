import {
  BadRequestException,
  GetAccountCommand,
  SESv2Client,
  SESv2ServiceException,
  SendEmailCommand,
} from "@aws-sdk/client-sesv2";
import { isMailable } from "#shared/accounts/typedEmail.ts";
import { BRAND } from "#shared/brand.ts";
import type { SendingQuota } from "#shared/mail/waiting.ts";
import { amazon } from "./amazon.ts";
import { env } from "./env.ts";

const client = new SESv2Client(amazon("email", 5_000, 3));

type Message = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe (RFC 8058): mail programs show it next to the sender and post to it. */
  unsubscribeUrl: string | undefined;
};

/** refused: SES never accepts this address · notYet: SES is throttling or unavailable, so a retry can succeed */
export type Outcome = "sent" | "refused" | "notYet";

/** @throws if SES rejects a mail to a valid address: the cause is on our side, such as the sender */
export async function sendMail(message: Message): Promise<Outcome> {
  const command = commandFor(message);
  try {
    await client.send(command);
    return "sent";
  } catch (error) {
    if (error instanceof BadRequestException && !isMailable(message.to)) return "refused";
    if (isNotYet(error)) return "notYet";
    throw error;
  }
}

/** @returns undefined if SES is throttling or unavailable, or has suspended our account */
export async function readQuota(): Promise<SendingQuota | undefined> {
  try {
    const { SendingEnabled = true, SendQuota = {} } = await client.send(new GetAccountCommand({}));
    const { MaxSendRate = 1, SentLast24Hours = 0, Max24HourSend = UNLIMITED } = SendQuota;
    const max = Max24HourSend === UNLIMITED ? null : Max24HourSend;
    return { paused: !SendingEnabled, per_second: MaxSendRate, sent: SentLast24Hours, max };
  } catch (error) {
    if (isNotYet(error)) return undefined;
    throw error;
  }
}

const UNLIMITED = -1;

/** We are over SES's rate or daily quota, or Amazon is reviewing our account. Only the operator can appeal a review. */
const TEMPORARY: ReadonlySet<string> = new Set([
  "TooManyRequestsException",
  "LimitExceededException",
  "ThrottlingException",
  "SendingPausedException",
  "AccountSuspendedException",
]);

const isNotYet = (error: unknown): boolean =>
  !(error instanceof SESv2ServiceException) || error.$fault === "server" || TEMPORARY.has(error.name);

function commandFor(message: Message): SendEmailCommand {
  const content = (data: string) => ({ Data: data, Charset: "UTF-8" });
  return new SendEmailCommand({
    FromEmailAddress: env("MAIL_FROM"),
    // Replies reach a person, whichever mailbox sends.
    ReplyToAddresses: [BRAND.supportEmail],
    ConfigurationSetName: env("MAIL_SETTINGS"),
    Destination: { ToAddresses: [message.to] },
    Content: {
      Simple: {
        Subject: content(message.subject),
        Body: { Text: content(message.text), Html: content(message.html) },
        ...(message.unsubscribeUrl !== undefined && {
          Headers: [
            { Name: "List-Unsubscribe", Value: `<${message.unsubscribeUrl}>` },
            { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
          ],
        }),
      },
    },
  });
}
