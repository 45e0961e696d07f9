import { bareAddress } from "./message.ts";

export type Simulated = "Bounce" | "Complaint";

const MAILBOXES: Readonly<Record<string, Simulated>> = { bounce: "Bounce", complaint: "Complaint" };

/** `bounce@simulator.amazonses.com` bounces, `complaint@…` complains, each with any label (`bounce+ada@…`). */
export function simulated(address: string): Simulated | undefined {
  const [mailbox = "", domain] = bareAddress(address).toLowerCase().split("@");
  return domain === "simulator.amazonses.com" ? MAILBOXES[mailbox.split("+")[0] ?? ""] : undefined;
}
