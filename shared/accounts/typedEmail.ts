import * as z from "zod/mini";

/** An email address as a person types it. Only a mail shows whether it exists. */
export const TypedEmail = z
  .string("Email is required")
  .check(z.trim(), z.maxLength(320), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Invalid email format"));
