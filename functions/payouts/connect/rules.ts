type Account = {
  capabilities?: { transfers?: string };
  payouts_enabled?: boolean;
};

export const isPayable = ({ capabilities, payouts_enabled }: Account): boolean =>
  capabilities?.transfers === "active" && payouts_enabled === true;
