import { fieldsOf, isTime, textOf, textOrNull } from "./wire.ts";

export type Entitlements = {
  features: readonly string[];
  /** The last covered version: `3` (all of 3.x), `3.2` or `3.2.1`; null: every version. */
  coveredVersion: string | null;
  /** The last covered release date; null: no end. */
  coveredUntil: Date | null;
  /** Set by the operator. */
  metadata: Readonly<Record<string, string>>;
};

/** For leases without entitlements, which services before 1.2 signed. */
export const NO_LIMIT: Entitlements = {
  features: [],
  coveredVersion: null,
  coveredUntil: null,
  metadata: {},
};

/** @returns undefined if a field is malformed */
export function readEntitlements(value: unknown): Entitlements | undefined {
  if (value === undefined) return NO_LIMIT;
  const { features, coveredVersion, coveredUntil, metadata } = fieldsOf(value);
  if (!isTexts(features) || !Array.isArray(features)) return undefined;
  if (!isTexts(metadata) || Array.isArray(metadata)) return undefined;
  if (coveredVersion !== null && !/^\d{1,6}(\.\d{1,6}){0,2}$/.test(textOf(coveredVersion))) return undefined;
  if (coveredUntil !== null && !isTime(coveredUntil)) return undefined;
  return {
    features,
    coveredVersion: textOrNull(coveredVersion),
    coveredUntil: coveredUntil === null ? null : new Date(coveredUntil * 1000),
    metadata,
  };
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((each) => typeof each === "string");
