import type { Caller } from "./requests.ts";

export type Activation = { licenseKey: string; activationId: string; refreshSecret: string };

/** A computer with the application, and the data that it stores between calls. */
export type Device = { fingerprint: string; activation?: Activation };

/** An API key as its script stores it. */
export type ScriptKey = {
  id: string;
  name: string;
  secret: string;
  scopes: Readonly<Record<string, string>>;
};

export type Person = Caller & {
  email: string;
  devices: Device[];
  /** Checkout sessions that this person was sent to. */
  sessions: string[];
  cookies: string[];
  referralCode?: string;
  /** Whether the affiliate's code gives buyers a discount. */
  givesDiscount?: boolean;
  /** Whether the person came by a link and declined its cookie. */
  declined?: true;
};

/** An issued lease. It counts until its end, because its holder may have a backup. */
export type HandedOut = {
  seat: string;
  fingerprint: string;
  issuedAt: number;
  endsAt: number;
  /** The owner of the team, if the seat belongs to a team. */
  teamOf?: string;
};

export type People = {
  all: Person[];
  /** Number of sign-ups so far, including people who left. Each sign-up gets a new address. */
  signedUp: number;
  operator: Caller;
  /** The other operators who have not left. */
  colleagues: Caller[];
  /** Operators who left, by user id. */
  left: string[];
  apiKeys: ScriptKey[];
  leases: HandedOut[];
  /** All leases of trials that were ever issued. */
  tried: HandedOut[];
};

export const newPeople = (): People => ({
  all: [],
  signedUp: 0,
  operator: { sub: "00000000-0000-4000-8000-00000000feed", operator: true },
  colleagues: [],
  left: [],
  apiKeys: [],
  leases: [],
  tried: [],
});
