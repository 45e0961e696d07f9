type Account = {
  capabilities?: { transfers?: string };
  payouts_enabled?: boolean;
};

/** Whether Stripe pays this account: it accepts transfers and pays out to a bank. */
export const isPayable = ({ capabilities, payouts_enabled }: Account): boolean =>
  capabilities?.transfers === "active" && payouts_enabled === true;
