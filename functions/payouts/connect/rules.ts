type Account = {
  capabilities?: { transfers?: string };
  payouts_enabled?: boolean;
};

/** Whether Stripe pays this account now: it takes transfers, and hands them on to a bank. */
export const isPayable = ({ capabilities, payouts_enabled }: Account): boolean =>
  capabilities?.transfers === "active" && payouts_enabled === true;
