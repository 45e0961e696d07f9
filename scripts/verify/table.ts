import type { Check } from "./check.ts";
import {
  codeIsTyped,
  customerSignsUp,
  mailIsAccepted,
  secondFactorBegins,
  visitorArrives,
} from "./checks/accounts.ts";
import { affiliateEarns, affiliateJoins, commissionIsReversed, linkLeadsOn } from "./checks/affiliates.ts";
import { alarmsAreQuiet, webhooksAreHandled } from "./checks/operations.ts";
import { affiliateOnboards, transferArrives } from "./checks/payouts.ts";
import {
  checkoutOpens,
  computerActivates,
  disputeSuspends,
  keyAppears,
  refundRevokes,
  subscriptionByApi,
  subscriptionByPerson,
} from "./checks/purchase.ts";
import { gateway, missing, pages, strangersLink, tls } from "./checks/site.ts";
import type { Visit } from "./shop.ts";

const checks = (isGuided: boolean): readonly Check<Visit>[] => [
  pages,
  missing,
  tls,
  gateway,
  strangersLink,
  affiliateJoins,
  linkLeadsOn,
  customerSignsUp,
  visitorArrives,
  secondFactorBegins,
  mailIsAccepted,
  ...(isGuided ? [codeIsTyped] : []),
  checkoutOpens,
  isGuided ? subscriptionByPerson : subscriptionByApi,
  keyAppears,
  computerActivates,
  affiliateEarns,
  refundRevokes,
  commissionIsReversed,
  disputeSuspends,
  affiliateOnboards,
  transferArrives,
  webhooksAreHandled,
  alarmsAreQuiet,
];

export const UNATTENDED = checks(false);
export const GUIDED = checks(true);
