import { UserRow } from "#shared/customers/userRow.ts";
import type { Feedback } from "#shared/mail/feedback.ts";
import type { Finding } from "#shared/security/signal.ts";
import { stopMail } from "../accounts/index.ts";
import { findByName, foldEmail } from "../directory/index.ts";
import { findingOf, stopInviterOf, stoppingOf } from "../mail/index.ts";
import { log } from "../platform/log.ts";

const MAX_FOUND = 25;

/**
 * Stops mail to the accounts of an address whose mail bounced or drew a complaint. Also stops invitations from the team
 * that last invited the address. Idempotent.
 * @returns one finding per account for the operator
 */
export async function followFeedback(feedback: Feedback): Promise<Finding[]> {
  const stopping = stoppingOf(feedback);
  if (stopping === undefined) {
    log.info("mail.feedbackIgnored");
    return [];
  }
  const { why, at, feedbackId } = stopping;
  const findings: Finding[] = [];
  for (const address of stopping.addresses) {
    const owners = await ownersOf(address);
    await stopInviterOf(address, at);
    log.warn("mail.stopped", { why, feedback: feedbackId, accounts: owners.length });
    for (const userId of owners)
      if (await stopMail(userId, address, { why, at })) findings.push(findingOf(userId, stopping));
  }
  return findings;
}

/** SES reports only an address. The list of users has the accounts with that address. */
async function ownersOf(address: string): Promise<string[]> {
  const name = foldEmail(address);
  const { rows } = await findByName(name, { list: "users", limit: MAX_FOUND });
  return rows
    .map((row) => UserRow.parse(row))
    .filter(({ email }) => foldEmail(email) === name)
    .map(({ id }) => id);
}
