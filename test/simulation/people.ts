import type { Caller } from "./requests.ts";

/** A computer with the application: what it keeps between its calls. */
export type Device = {
  fingerprint: string;
  activation?: { licenseKey: string; activationId: string; refreshSecret: string };
};

export type Person = Caller & {
  email: string;
  devices: Device[];
  /** Checkout sessions that this person was sent to. */
  sessions: string[];
  cookies: string[];
  referralCode?: string;
  /** Their code takes something off for buyers. */
  givesDiscount?: boolean;
};

/** The longest validity of a lease handed out, by key: what the seat bound is checked against. */
export type HandedOut = { licenseKey: string; fingerprint: string; issuedAt: number; endsAt: number };

export type People = {
  all: Person[];
  /** How many signed up so far, those who left included: nobody takes another one's address. */
  signedUp: number;
  operator: Caller;
  leases: HandedOut[];
};

export const newPeople = (): People => ({
  all: [],
  signedUp: 0,
  operator: { sub: "00000000-0000-4000-8000-00000000feed", operator: true },
  leases: [],
});
