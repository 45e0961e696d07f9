import { describe, expect, test } from "vitest";
import { Feedback } from "#shared/mail/feedback.ts";
import { isSentDespite, stoppingOf } from "../../../functions/mail/stoppingRules.ts";

const AT = "2026-11-23T12:00:00.000Z";

/** An event as in SES's developer guide, with more fields than the code reads. */
const bounce = (bounceType: string) =>
  Feedback.parse({
    eventType: "Bounce",
    bounce: {
      bounceType,
      bounceSubType: "General",
      bouncedRecipients: [
        {
          emailAddress: "ada@example.com",
          action: "failed",
          status: "5.1.1",
          diagnosticCode: "smtp; 550 5.1.1 user unknown",
        },
      ],
      timestamp: AT,
      feedbackId: "0100-b-000000",
      reportingMTA: "dsn; mta.example.com",
    },
    mail: { timestamp: AT, messageId: "0100-m", destination: ["ada@example.com"] },
  });
const complaint = (type: { complaintFeedbackType?: string | null }) =>
  Feedback.parse({
    eventType: "Complaint",
    complaint: {
      complainedRecipients: [{ emailAddress: "ada@example.com" }],
      timestamp: AT,
      feedbackId: "0100-c-000000",
      userAgent: "Amazon SES Mailbox Simulator",
      arrivalDate: AT,
      ...type,
    },
    mail: { timestamp: AT, messageId: "0100-m", destination: ["ada@example.com"] },
  });

describe("a report stops mail", () => {
  test("if the mailbox does not exist", () => {
    expect(stoppingOf(bounce("Permanent"))).toEqual({
      why: "bounced",
      addresses: ["ada@example.com"],
      at: AT,
      feedbackId: "0100-b-000000",
    });
  });

  test.each(["Transient", "Undetermined"])("but not if the bounce is %s", (type) => {
    expect(stoppingOf(bounce(type))).toBeUndefined();
  });

  test.each([{}, { complaintFeedbackType: null }, { complaintFeedbackType: "abuse" }])(
    "if the recipient complains (%j)",
    (type) => {
      expect(stoppingOf(complaint(type))).toMatchObject({
        why: "complained",
        addresses: ["ada@example.com"],
      });
    },
  );

  test("but not if the recipient reports that the mail is wanted", () => {
    expect(stoppingOf(complaint({ complaintFeedbackType: "not-spam" }))).toBeUndefined();
  });
});

describe("after mail was stopped", () => {
  test("requested codes are sent, because entering a code proves that mail arrives", () => {
    for (const why of ["bounced", "complained"] as const) {
      expect(isSentDespite({ why }, "emailCode")).toBe(true);
      expect(isSentDespite({ why }, "newEmailCode")).toBe(true);
    }
  });

  test("a mailbox that complained gets legal and security mail, and a bouncing mailbox does not", () => {
    for (const template of [
      "licenseKey",
      "receipt",
      "refundFailed",
      "withdrawalReceived",
      "accountChanged",
      "emailChanged",
      "newSignIn",
      "keyReplaced",
      "seatMoved",
    ] as const) {
      expect(isSentDespite({ why: "complained" }, template)).toBe(true);
      expect(isSentDespite({ why: "bounced" }, template)).toBe(false);
    }
  });

  test("other mail is not sent", () => {
    for (const template of ["paymentFailed", "affiliateWelcome", "payoutPaid", "subscriptionEnding"] as const)
      expect(isSentDespite({ why: "complained" }, template)).toBe(false);
  });
});
