import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SETTINGS } from "../endpoint.ts";
import { MAX_TRIAL_DAYS } from "../licenses/trial.ts";
import { LoadedVersion } from "../numbers.ts";

/** What is sold beside the plans of the catalog. `version` is 0 until it was first saved. */
export const PlanSettings = z.object({
  yearly: z.boolean("yearly must be true or false"),
  /** How long the first computer of a new free key has every feature; 0: not at all. Left out, it stays as it is. */
  trial_days: z.optional(
    z
      .int("trial_days must be a whole number")
      .check(
        z.minimum(0, "trial_days must be at least 0"),
        z.maximum(MAX_TRIAL_DAYS, `trial_days must be at most ${MAX_TRIAL_DAYS}`),
      ),
  ),
  /** Whether a subscription can have several seats. Left out of an answer: no; of a change: it stays as it is. */
  teams: z.optional(z.boolean("teams must be true or false")),
});

export type PlanSettings = z.output<typeof PlanSettings>;

/** `yearly` is false as well where the catalog's price has changed since the operator switched the plan on. */
export const getPlanSettings = endpoint({
  method: "GET",
  path: "/api/admin/plans",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...PlanSettings.shape, version: z.number() }),
});

/**
 * Switches the yearly plan and seats for teams on or off, and sets the days of a trial. CONFLICT where Stripe has no price of the catalog's amount, or another operator
 * has saved since `version` was loaded.
 */
export const savePlanSettings = endpoint({
  method: "POST",
  path: "/api/admin/plans",
  audience: "operator",
  freshSignIn: FRESH_FOR_SETTINGS,
  errors: ["CONFLICT"],
  input: z.object({ ...PlanSettings.shape, version: LoadedVersion }),
  output: z.object({ ...PlanSettings.shape, version: z.number() }),
});
