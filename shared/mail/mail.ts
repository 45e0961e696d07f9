import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/**
 * A mail that something led to. `id` is natural (`license-key:<grant>`): whatever comes twice has the same
 * id and is sent once. To a customer by account, so that the address is the one that holds when it is sent.
 */
export const Mail = z.object({
  id: z.string(),
  to: z.union([
    // Where an address changes: the one before, and the one that is to be proven. With the account, where there is one.
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
  ]),
  /** What the template's placeholders say: text that is ready to be read. */
  data: z.record(z.string(), z.string()),
  /** Worth nothing from then on; where it is left out, its template says how long it is worth something. */
  useBy: z.optional(Instant),
  /** When SES first refused it for the moment. */
  waitsSince: z.optional(Instant),
});
export type Mail = z.output<typeof Mail>;
export type TemplateName = Mail["template"];
