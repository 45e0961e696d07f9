import * as z from "zod/mini";

/** A mail to send. Each recipient gets a separate message. */
export type OutgoingMail = {
  to: string | readonly string[];
  from: string;
  subject: string;
  text: string;
  html?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** File names only. */
  attachments?: readonly string[] | undefined;
};

/** An unsent example of a kind of mail. */
export type SampleMail = Pick<OutgoingMail, "from" | "subject" | "text" | "html"> & { name: string };

export const StoredMail = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.nullable(z.string()),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
  headers: z.record(z.string(), z.string()),
  attachments: z.array(z.string()),
});
export type StoredMail = z.infer<typeof StoredMail>;

export type Deliver = (message: OutgoingMail) => void;

/** `Ada Byron <ada@example.com>` and `ada@example.com` are the same mailbox. */
export function bareAddress(address: string): string {
  return (/<([^>]*)>\s*$/.exec(address)?.[1] ?? address).trim();
}

export function codeIn(mail: StoredMail): string | undefined {
  return /\b\d{6}\b/.exec(mail.text)?.[0];
}
