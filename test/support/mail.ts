import { stack } from "./running.ts";

export type ReceivedMail = { to: string; from: string; subject: string; text: string; html: string };

/** The mails to an address, newest first. */
export async function mailTo(email: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${stack().mailUrl}/messages?to=${encodeURIComponent(email)}`);
  return response.json();
}
