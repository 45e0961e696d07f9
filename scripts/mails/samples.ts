import type { TemplateName } from "#shared/mail/mail.ts";
import { AFFILIATE_SAMPLES } from "./affiliateSamples.ts";
import { BILLING_SAMPLES } from "./billingSamples.ts";
import type { Samples } from "./sample.ts";

/** Sample data for every template, as the shop fills it in. */
export const SAMPLES: Readonly<Record<TemplateName, Samples>> = {
  ...AFFILIATE_SAMPLES,
  ...BILLING_SAMPLES,
  emailCode: { "": { code: "493027", minutes: "15" } },
  newEmailCode: { "": { code: "860114", minutes: "15" } },
  recoveryCode: { "": { code: "275914", minutes: "15" } },
  accountChanged: {
    password: {
      what: "password changed",
      details: "The password of your account was changed.",
      when: "November 25, 2026 at 9:05 AM UTC",
    },
    factor: {
      what: "second factor turned off",
      details: "Signing in to your account no longer needs a code from an authenticator app.",
      when: "November 25, 2026 at 9:05 AM UTC",
    },
    reclaimed: {
      what: "password reset",
      details:
        "The password of your account was reset. Nobody had confirmed this email address before, so someone else may have used the account. Every browser was signed out, and the previous name, free license key, affiliate code and second factor were removed. If the affiliate code had already earned a commission, the code stays, but the affiliate account is suspended until we have reviewed it. If you had set up the account yourself, sign in and generate a new free key. You keep everything that was paid for.",
      when: "November 25, 2026 at 9:05 AM UTC",
    },
  },
  emailChanged: { "": { when: "November 25, 2026 at 9:05 AM UTC" } },
  accountDeleted: { "": { askedOn: "November 25, 2026" } },
  accountSuspended: {
    "": {
      reason: "Your license key was published in a forum.",
      when: "November 25, 2026 at 9:05 AM UTC",
    },
  },
  accountUnsuspended: { "": { when: "November 25, 2026 at 9:05 AM UTC" } },
  welcome: { "": { licenseKey: "7K3MQ-AB2CD-EF3GH-JK4MN-PJ5ZE" } },
  newSignIn: {
    "": { device: "Firefox on Windows", place: "Portugal", at: "November 25, 2026 at 9:05 AM UTC" },
  },
  keyReplaced: {
    "": {
      who: "You",
      oldEnd: "PJ5ZE",
      when: "November 25, 2026 at 9:05 AM UTC",
      offline:
        "A computer with the old key can work offline until December 2, 2026 at 9:05 AM UTC at the latest.",
    },
  },
  seatMoved: {
    "": { keyEnd: "PJ5ZE", computer: "Studio Mac", when: "November 25, 2026 at 9:05 AM UTC" },
  },
  trialBegun: { "": { computer: "Studio Mac", endsAt: "December 9, 2026 at 9:05 AM UTC" } },
  trialEnding: { "": { endsOn: "December 9, 2026", endsAt: "December 9, 2026 at 9:05 AM UTC" } },
  trialOver: { "": { endedOn: "December 9, 2026" } },
  disputeOpened: {
    "": {
      amount: "$30.00",
      reason: "product not received",
      effect: "The license is suspended and no further payment is collected until the bank decides",
      dueBy: "December 4, 2026",
      disputeId: "dp_1SampleDispute",
      paymentId: "pi_1SamplePayment",
      userId: "3f0c8a52-sample",
    },
  },
  inquiryOpened: {
    "": {
      amount: "$30.00",
      reason: "general",
      effect: "The license works as before",
      dueBy: "December 4, 2026",
      disputeId: "dp_1SampleInquiry",
      paymentId: "pi_1SamplePayment",
      userId: "3f0c8a52-sample",
    },
  },
  operatorSignIn: {
    "": {
      email: "operator@example.com",
      what: "signed in from a new device or country",
      at: "November 25, 2026 at 9:05 AM UTC",
      country: "Portugal",
      browser: "Firefox on Linux",
    },
  },
  readerInvited: {
    "": {
      email: "accountant@example.com",
      inviter: "operator@example.com",
      password: "Hk7mTq2xWn9dRb4cVy6p",
      hours: "24",
    },
  },
  incident: {
    "": {
      title: "Videos fail to start",
      state: "Identified",
      affected: "Voice synthesis, Website and licenses",
      message: "A supplier is down. New videos wait, and finished ones are not affected.",
      at: "November 25, 2026 at 9:05 AM UTC",
    },
  },
  needsAttention: {
    "": {
      what: "A refund did not go through",
      details:
        "The refund re_1SampleRefund of $30.00 to user 3f0c8a52-sample, of the payment pi_1SamplePayment, has the status failed: the money is back in our account. The license stays as it is. Find another way to return the money. We email the customer to ask how they want it sent, unless their address bounces or their account is deleted.",
    },
  },
};
