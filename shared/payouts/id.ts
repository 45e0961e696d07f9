/** Pads the number, so that one affiliate's requests sort by it. */
const DIGITS = 6;

/** The id of a request and of its payout: the affiliate's id, and the request's number. */
export function payoutId(affiliateId: string, number: number): string {
  return `${affiliateId}-${String(number).padStart(DIGITS, "0")}`;
}

export function parsePayoutId(id: string): { affiliateId: string; number: number } | undefined {
  const [, affiliateId, digits] = /^([\w-]{1,64})-(\d{6})$/.exec(id) ?? [];
  return affiliateId === undefined || digits === undefined
    ? undefined
    : { affiliateId, number: Number(digits) };
}
