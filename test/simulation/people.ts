import type { Caller } from "./requests.ts";

export type Activation = { licenseKey: string; activationId: string; refreshSecret: string };

/** A computer with the application: what it keeps between its calls. */
export type Device = { fingerprint: string; activation?: Activation };

/** An API key as the script that calls with it keeps it. */
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
  /** Their code takes something off for buyers. */
  givesDiscount?: boolean;
  /** Came by a link whose cookie needs consent, and did not accept. */
  declined?: true;
};

/** A lease that a computer was given. It is never lost: its holder may have kept a backup. */
export type HandedOut = {
  seat: string;
  fingerprint: string;
  issuedAt: number;
  endsAt: number;
  /** Who pays for it, where it is a seat of someone else's team. */
  teamOf?: string;
};

export type People = {
  all: Person[];
  /** How many signed up so far, those who left included: nobody takes another one's address. */
  signedUp: number;
  operator: Caller;
  /** Operators beside the first one, until they leave. */
  colleagues: Caller[];
  /** Operators who left, by user id. */
  left: string[];
  apiKeys: ScriptKey[];
  leases: HandedOut[];
  /** Those of a trial, all that ever were. */
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
