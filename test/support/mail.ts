import { settle } from "./control.ts";
import { stack } from "./running.ts";

export type ReceivedMail = { to: string; from: string; subject: string; text: string; html: string };

export async function mailTo(email: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${stack().mailUrl}/messages?to=${encodeURIComponent(email)}`);
  return response.json();
}

/** The newest code of six digits that was mailed to an address. Mails without a code may be newer. */
export async function mailedCode(email: string): Promise<string> {
  await settle();
  for (const { text } of await mailTo(email)) {
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (code !== undefined) return code;
  }
  throw new Error(`No code was mailed to ${email}`);
}
