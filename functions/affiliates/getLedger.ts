import { getLedger } from "#shared/affiliates/ledger.ts";
import { AppError } from "#shared/errors.ts";
import { emailKeys, emailsIn } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";
import { getAffiliate, TRAFFIC, totalKey } from "../referrals/index.ts";
import { readCounted } from "./figures/table.ts";
import { listCommissions } from "./ledger/commissionsTable.ts";
import { getBalance } from "./ledger/table.ts";
import { toLedgerBalance, toLedgerSale } from "./listing/rules.ts";

export const handler = httpPage(
  getLedger,
  async ({ id, cursor }) => {
    const [affiliate, balance, page] = await Promise.all([
      getAffiliate(id),
      getBalance(id),
      listCommissions(id, cursor),
    ]);
    if (affiliate === undefined) throw new AppError("NOT_FOUND", "There is no such affiliate.");
    return { affiliate, balance, ...page };
  },
  ({ commissions }, { id }) => ({
    ...emailKeys(commissions.map(({ buyerUserId }) => buyerUserId)),
    [TRAFFIC()]: [totalKey(id)],
  }),
)(({ page: { affiliate, balance, commissions, next }, rows }) => {
  const emails = emailsIn(rows);
  return {
    balance: toLedgerBalance(affiliate.email, balance),
    clicks: readCounted(rows[TRAFFIC()]?.[0]).clicks,
    payout_account:
      affiliate.stripeAccountId === undefined ? "none" : affiliate.payoutsEnabled ? "ready" : "incomplete",
    rows: commissions.map((commission) => toLedgerSale(commission, emails.get(commission.buyerUserId))),
    next,
  };
});
