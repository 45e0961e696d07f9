import { stack } from "./running.ts";

export type ReceivedMail = { to: string; from: string; subject: string; text: string; html: string };

/** What lies in the mail box for somebody, newest first. */
export async function mailTo(email: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${stack().mailUrl}/messages?to=${encodeURIComponent(email)}`);
  return response.json();
}
