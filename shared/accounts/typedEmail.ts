import * as z from "zod/mini";

const LOOKS_RIGHT = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Addresses that SES accepts: ASCII, words between the dots, no quotes. International domains must be punycode. */
const PLAIN =
  /^[A-Za-z0-9_!#$%&'*+/=?^`{|}~-]+(?:\.[A-Za-z0-9_!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;
/** RFC 5321, section 4.5.3.1.1. */
const LONGEST_LOCAL_PART = 64;

/** Whether SES accepts the address. The user pool accepts more addresses, so we cannot mail some accounts. */
export const isMailable = (address: string): boolean =>
  PLAIN.test(address) && address.indexOf("@") <= LONGEST_LOCAL_PART;

const error = ({ input }: { input?: unknown }): string => {
  const [local = ""] = String(input).split("@");
  if (!LOOKS_RIGHT.test(String(input)) || local.length > LONGEST_LOCAL_PART) return "Invalid email format";
  return "Email must be written in unaccented letters, digits and symbols such as . _ - and +";
};

/** An email address as a person types it. Only a mail shows whether the mailbox exists. */
export const TypedEmail = z
  .string("Email is required")
  .check(z.trim(), z.maxLength(320), z.regex(PLAIN, { error }), z.refine(isMailable, { error }));
