import * as z from "zod/mini";
import { line } from "../text.ts";
import { TypedLicenseKey } from "./key.ts";

/** What identifies a computer: chosen by the application, stable over restarts, opaque to the service. */
export const Fingerprint = z
  .string("Fingerprint is required")
  .check(
    z.minLength(16, "Fingerprint is too short (at least 16 characters)"),
    z.maxLength(128, "Fingerprint is too long (at most 128 characters)"),
    z.regex(/^[A-Za-z0-9._:+/=-]+$/, "Fingerprint may have letters, digits and ._:+/=- only"),
  );

/** What the Seats page shows of a computer. */
export const Computer = z.object({
  computerName: line("Computer name", 128),
  os: line("Operating system", 64),
  appVersion: line("App version", 32),
});

/** A random id that a client makes. */
export const token = (name: string) =>
  z
    .string(`${name} is required`)
    .check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, `${name} must be 16 to 64 letters, digits, - or _`));

/** A random id that the client makes for a call and sends again with each repeat of that call. */
export const AttemptId = token("Attempt id");

/** A random value for one request: an answer that names it, signed, is the service's own (`AnswerClaims`). */
export const Nonce = z.optional(token("Nonce"));

export const ActivationId = token("Activation id");

/** How a computer proves that the seat is its own. */
export const Activation = z.object({
  licenseKey: TypedLicenseKey,
  fingerprint: Fingerprint,
  activationId: ActivationId,
  refreshSecret: token("Refresh secret"),
  nonce: Nonce,
});
export type Activation = z.output<typeof Activation>;
