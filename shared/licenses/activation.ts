import * as z from "zod/mini";
import { line } from "../text.ts";
import { TypedLicenseKey } from "./key.ts";

/** Identifies a computer. The application chooses it, and it survives restarts. */
export const Fingerprint = z
  .string("Fingerprint is required")
  .check(
    z.minLength(16, "Fingerprint is too short (at least 16 characters)"),
    z.maxLength(128, "Fingerprint is too long (at most 128 characters)"),
    z.regex(/^[A-Za-z0-9._:+/=-]+$/, "Fingerprint may have letters, digits and ._:+/=- only"),
  );

/** The data about a computer that the Seats page shows. */
export const Computer = z.object({
  computerName: line("Computer name", 128),
  os: line("Operating system", 64),
  appVersion: line("App version", 32),
});

/** A random id from the client. */
export const token = (name: string) =>
  z
    .string(`${name} is required`)
    .check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, `${name} must be 16 to 64 letters, digits, - or _`));

/** A random id from the client for one call. Retries of the call send it again. */
export const AttemptId = token("Attempt id");

/** A random value for one request. The service signs it into its answer (`AnswerClaims`). */
export const Nonce = z.optional(token("Nonce"));

export const ActivationId = token("Activation id");

/** What a computer sends to prove that it holds the seat. */
export const Activation = z.object({
  licenseKey: TypedLicenseKey,
  fingerprint: Fingerprint,
  activationId: ActivationId,
  refreshSecret: token("Refresh secret"),
  nonce: Nonce,
});
export type Activation = z.output<typeof Activation>;
