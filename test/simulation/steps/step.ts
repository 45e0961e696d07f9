import Stripe from "stripe";
import type { People, Person } from "../people.ts";
import type { Random } from "../random.ts";
import type { Shop } from "../shop.ts";
import type { Fault } from "../wire.ts";

export type Scene = {
  shop: Shop;
  people: People;
  /** Of this step alone: leaving other steps out of a story changes nothing that it draws. */
  random: Random;
  /** Meets the step's first call of the API, where chance says so. */
  fault: Fault | undefined;
};

/**
 * An action of a person. It draws who acts and with what, does nothing where that is missing, and returns a line for
 * the story.
 */
export type Step = (scene: Scene) => Promise<string | undefined>;

/**
 * Whether Stripe says no, to a request or to an act at its dashboard. Whatever else is thrown is a bug. What an act
 * throws names its HTTP status and carries Stripe's body.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeError)
    return error.statusCode !== undefined && error.statusCode < 500;
  return error instanceof Error && "status" in error && Number(error.status) < 500 && "body" in error;
}

/** @returns what it made; undefined where Stripe refuses it, which is part of the story */
export function refusable<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** The same for a request. */
export async function refusedOr<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

export const anyone = ({ people, random }: Scene): Person | undefined => random.pick(people.all);

/** @returns the person's license keys, as the account shows them */
export function keysOf({ shop }: Scene, person: Person): string[] {
  return shop.database
    .rows("Seats")
    .filter((row) => row.sk === "license" && row.userId === person.sub)
    .map((row) => String(row.licenseKey));
}

/** @returns an ongoing subscription at Stripe, drawn */
export function someSubscription({ shop, random }: Scene) {
  const ongoing = shop.stripe.store
    .all("subscription")
    .filter(({ status }) => status !== "canceled" && status !== "incomplete_expired");
  return random.pick(ongoing);
}
