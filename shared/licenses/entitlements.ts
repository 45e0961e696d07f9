import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { line } from "../text.ts";

const MAX_FEATURES = 32;
const MAX_METADATA = 10;

const Feature = z
  .string("A feature is required")
  .check(
    z.regex(
      /^[a-z0-9][a-z0-9-]{0,39}$/,
      "A feature name can have up to 40 lowercase letters, digits and hyphens",
    ),
  );

/** Covers one release, `3.2.1`, or a line: `3` up to the last 3.x, `3.2` up to the last 3.2.x. */
export const CoveredVersion = z
  .string("Covered version is required")
  .check(z.regex(/^\d{1,6}(\.\d{1,6}){0,2}$/, "Enter a version such as 3, 3.2 or 3.2.1"));

const METADATA_NAME = /^[A-Za-z0-9_]{1,40}$/;

/** Any values for the application. They must not be secret, because anyone can read a lease. */
const Metadata = z.catchall(z.object({}), line("Value", 200)).check(
  z.refine(
    (each) => Object.keys(each).every((name) => METADATA_NAME.test(name)),
    "A name has up to 40 letters, digits or underscores",
  ),
  z.refine((each) => Object.keys(each).length <= MAX_METADATA, `At most ${MAX_METADATA} entries`),
  z.meta({ propertyNames: { pattern: METADATA_NAME.source }, maxProperties: MAX_METADATA }),
);

/**
 * An operator's additions to the plan of one key. Features and metadata are added to the plan's; a covered version or
 * date replaces the plan's, and null keeps it. `isTrusted` lifts the limits of weakly identified computers.
 */
export const KeyExtras = z.object({
  features: z.array(Feature).check(z.maxLength(MAX_FEATURES, `At most ${MAX_FEATURES} features`)),
  coveredVersion: z.nullable(CoveredVersion),
  coveredUntil: z.nullable(Instant),
  metadata: Metadata,
  isTrusted: z.optional(z.boolean()),
});
export type KeyExtras = z.output<typeof KeyExtras>;

/** KMS signs at most 4,096 bytes. This leaves room for the rest of the lease and its encoding. */
const MAX_BYTES = 2000;

export const fitsIntoLease = z.refine<KeyExtras>(
  ({ features, metadata }) =>
    new TextEncoder().encode(JSON.stringify([features, metadata])).length <= MAX_BYTES,
  `Features and metadata take up to ${MAX_BYTES} bytes together`,
);

/**
 * What a lease contains besides the tier. The lease covers releases up to `coveredVersion` that were published by
 * `coveredUntil` (epoch seconds). Null: no limit.
 */
export const LeaseEntitlements = z.object({
  features: z.array(z.string()),
  coveredVersion: z.nullable(z.string()),
  coveredUntil: z.nullable(z.number()),
  metadata: z.catchall(z.object({}), z.string()),
});
export type LeaseEntitlements = z.output<typeof LeaseEntitlements>;
