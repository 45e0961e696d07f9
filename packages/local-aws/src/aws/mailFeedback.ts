import { randomUUID } from "node:crypto";
import { type Simulated, simulated } from "../mail/simulator.ts";
import type { StackModel } from "../template/model.ts";
import type { Queues } from "./queues/engine.ts";
import { passes } from "./sources/filters.ts";

type Sending = { from: string; to: readonly string[]; settings: string; messageId: string; at: Date };

/** Queues the events that SES would report about a mail, without delay. */
export function reportFeedback(model: StackModel, queues: Queues, sending: Sending): void {
  for (const address of sending.to) {
    const kind = simulated(address);
    if (kind === undefined) continue;
    const event = feedbackEvent(model, kind, address, sending);
    for (const rule of model.mailEvents) {
      if (rule.settings !== sending.settings || !rule.types.includes(kind.toUpperCase())) continue;
      const queue = queues.find(rule.queueArn);
      if (queue === undefined || !passes([rule.pattern], event)) continue;
      queues.send(queue, { body: JSON.stringify(rule.detailOnly ? event.detail : event) });
    }
  }
}

/** The event of SES's guide, "Contents of event data that Amazon SES publishes", in an event bus envelope. */
function feedbackEvent(model: StackModel, kind: Simulated, address: string, sending: Sending) {
  const { accountId, region } = model;
  const timestamp = sending.at.toISOString();
  const feedbackId = `${randomUUID()}-000000`;
  const domain = sending.from.slice(sending.from.lastIndexOf("@") + 1).replace(/>\s*$/, "");
  const mail = {
    timestamp,
    source: sending.from,
    sourceArn: `arn:aws:ses:${region}:${accountId}:identity/${domain}`,
    sendingAccountId: accountId,
    messageId: sending.messageId,
    destination: [address],
    headersTruncated: false,
    tags: { "ses:configuration-set": [sending.settings], "ses:from-domain": [domain] },
  };
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": kind === "Bounce" ? "Email Bounced" : "Email Complaint Received",
    source: "aws.ses",
    account: accountId,
    time: timestamp,
    region,
    resources: [`arn:aws:ses:${region}:${accountId}:configuration-set/${sending.settings}`],
    detail: { eventType: kind, mail, ...details(kind, address, timestamp, feedbackId) },
  };
}

function details(kind: Simulated, emailAddress: string, timestamp: string, feedbackId: string) {
  if (kind === "Bounce")
    return {
      bounce: {
        bounceType: "Permanent",
        bounceSubType: "General",
        bouncedRecipients: [
          {
            emailAddress,
            action: "failed",
            status: "5.1.1",
            diagnosticCode: "smtp; 550 5.1.1 user unknown",
          },
        ],
        timestamp,
        feedbackId,
        reportingMTA: "dsn; simulator.amazonses.com",
      },
    };
  return {
    complaint: {
      complaintSubType: null,
      complainedRecipients: [{ emailAddress }],
      timestamp,
      feedbackId,
      userAgent: "Amazon SES Mailbox Simulator",
      complaintFeedbackType: "abuse",
      arrivalDate: timestamp,
    },
  };
}
