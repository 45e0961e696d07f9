/** The number is padded, so that one affiliate's requests sort by it. */
const DIGITS = 6;

/** A request's id, and that of the payout which it becomes: whose it is, and which one of theirs. */
export function payoutId(affiliateId: string, number: number): string {
  return `${affiliateId}-${String(number).padStart(DIGITS, "0")}`;
}

/** Undefined where no payout could have such an id. */
export function parsePayoutId(id: string): { affiliateId: string; number: number } | undefined {
  const [, affiliateId, digits] = /^([\w-]{1,64})-(\d{6})$/.exec(id) ?? [];
  return affiliateId === undefined || digits === undefined
    ? undefined
    : { affiliateId, number: Number(digits) };
}
