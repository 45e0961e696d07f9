import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/**
 * A mail to send. `id` is derived from its cause (`license-key:<grant>`), so that one cause sends one mail. A mail to a
 * customer names the account, whose address is read when the mail is sent.
 */
export const Mail = z.object({
  id: z.string(),
  to: z.union([
    // The address itself, if the account may change it before the mail is sent or if there is no account.
    z.object({ address: z.string(), userId: z.optional(z.string()) }),
    z.object({ userId: z.string() }),
    z.literal("operator"),
  ]),
  template: z.enum([
    "emailCode",
    "newEmailCode",
    "recoveryCode",
    "accountChanged",
    "emailChanged",
    "accountDeleted",
    "accountSuspended",
    "accountUnsuspended",
    "newSignIn",
    "welcome",
    "licenseKey",
    "receipt",
    "paymentFailed",
    "paymentToConfirm",
    "subscriptionEnding",
    "subscriptionEnded",
    "planChanging",
    "renewalAfterPause",
    "renewalAhead",
    "teamInvitation",
    "teamSeatEnding",
    "teamSeatEnded",
    "refunded",
    "refundFailed",
    "soldOutWhilePaying",
    "creditOver",
    "refundRequested",
    "withdrawalReceived",
    "withdrawalWaits",
    "unitOffered",
    "unitRanOut",
    "waitingListEnded",
    "paidAfterEnd",
    "paymentRefused",
    "paymentDisputed",
    "disputeSettled",
    "disputeLost",
    "disputeOpened",
    "inquiryOpened",
    "keyReplaced",
    "seatMoved",
    "trialBegun",
    "trialEnding",
    "trialOver",
    "affiliateWelcome",
    "affiliateFirstCommission",
    "affiliateSuspended",
    "affiliateReactivated",
    "affiliateAccountIncomplete",
    "commissionTakenBack",
    "commissionRestored",
    "payoutRequested",
    "payoutRejected",
    "payoutApproved",
    "payoutCanceled",
    "payoutPaid",
    "payoutFailed",
    "payoutReversed",
    "incident",
    "needsAttention",
    "operatorSignIn",
    "readerInvited",
  ]),
  /** Values of the template's placeholders, as the reader sees them. */
  data: z.record(z.string(), z.string()),
  /** The mail is not sent after this time. Default: the template's own limit. */
  useBy: z.optional(Instant),
  /** When SES first deferred it. */
  waitsSince: z.optional(Instant),
});
export type Mail = z.output<typeof Mail>;
export type TemplateName = Mail["template"];

/** Tells the operator of a case that a person must decide. @param page the back office's page, such as `/payouts` */
export const needsAttention = (id: string, what: string, details: string, page = ""): Mail => ({
  id,
  to: "operator",
  template: "needsAttention",
  data: { what, details, page },
});
