import type { Caller } from "./requests.ts";

export type Activation = { licenseKey: string; activationId: string; refreshSecret: string };

/** A computer with the application: what it keeps between its calls. */
export type Device = { fingerprint: string; activation?: Activation };

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

/** A lease that a computer was given. It is never lost: its holder may have kept a backup. */
export type HandedOut = { seat: string; fingerprint: string; issuedAt: number; endsAt: number };

export type People = {
  all: Person[];
  /** How many signed up so far, those who left included: nobody takes another one's address. */
  signedUp: number;
  operator: Caller;
  leases: HandedOut[];
  /** Those of a trial, all that ever were. */
  tried: HandedOut[];
};

export const newPeople = (): People => ({
  all: [],
  signedUp: 0,
  operator: { sub: "00000000-0000-4000-8000-00000000feed", operator: true },
  leases: [],
  tried: [],
});
