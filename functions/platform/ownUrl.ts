import { AppError } from "#shared/errors.ts";
import { env } from "./env.ts";

/**
 * Stripe sends the person back to this URL, so only pages of this site are allowed.
 * @throws VALIDATION_ERROR with the field's name
 */
export function ownUrl(text: string, field: string): URL {
  const url = URL.parse(text);
  if (url?.origin !== env("SITE_URL") || url.username !== "" || url.password !== "")
    throw new AppError("VALIDATION_ERROR", `${field} must be an address of this site`, { field });
  return url;
}
