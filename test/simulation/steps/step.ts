import Stripe from "stripe";
import type { People, Person } from "../people.ts";
import type { Random } from "../random.ts";
import type { Shop } from "../shop.ts";
import type { Fault } from "../wire.ts";

export type Scene = {
  shop: Shop;
  people: People;
  /** Random values of this step, which do not depend on other steps of the story. */
  random: Random;
  /** A random fault in the step's first call of the API. */
  fault: Fault | undefined;
};

/**
 * An action of a person. It draws the person and the objects, and returns a line for the story. It does nothing if they
 * are missing.
 */
export type Step = (scene: Scene) => Promise<string | undefined>;

/**
 * Whether the error is Stripe's refusal of a request or of an act. Any other error is a bug. The error of an act has an
 * HTTP status and Stripe's body.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeError)
    return error.statusCode !== undefined && error.statusCode < 500;
  return error instanceof Error && "status" in error && Number(error.status) < 500 && "body" in error;
}

/** @returns the result of the act; undefined if Stripe refuses it */
export function refusable<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** @returns the result of the request; undefined if Stripe refuses it */
export async function refusedOr<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

export const anyone = ({ people, random }: Scene): Person | undefined => random.pick(people.all);

export function keysOf({ shop }: Scene, person: Person): string[] {
  return shop.database
    .rows("Seats")
    .filter((row) => row.sk === "license" && row.userId === person.sub)
    .map((row) => String(row.licenseKey));
}

/** @returns a random ongoing subscription at Stripe */
export function someSubscription({ shop, random }: Scene) {
  const ongoing = shop.stripe.store
    .all("subscription")
    .filter(({ status }) => status !== "canceled" && status !== "incomplete_expired");
  return random.pick(ongoing);
}
