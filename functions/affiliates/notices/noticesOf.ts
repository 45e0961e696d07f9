import { Affiliate } from "#shared/affiliates/affiliate.ts";
import { Commission } from "#shared/affiliates/commission.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { PayoutRequest } from "#shared/payouts/request.ts";
import type { RowChange } from "../../platform/stream.ts";
import { affiliateMails } from "./affiliates.ts";
import { commissionMails } from "./commissions.ts";
import { payoutMails, requestMails } from "./payouts.ts";

/** A mail's id is made from its row, so a repeated change sends nothing twice. */
export function noticesOf(changes: readonly RowChange[], now: Date): Mail[] {
  return changes.flatMap(({ before, after }) => {
    if (after === undefined) return [];
    const sk = String(after.sk);
    if (sk === "affiliate")
      return affiliateMails(before && Affiliate.parse(before), Affiliate.parse(after), now);
    if (sk.startsWith("commission#"))
      return commissionMails(before && Commission.parse(before), Commission.parse(after), now);
    if (sk.startsWith("request#"))
      return requestMails(before && PayoutRequest.parse(before), PayoutRequest.parse(after), now);
    return sk.startsWith("payout#") ? payoutMails(before && Payout.parse(before), Payout.parse(after)) : [];
  });
}
