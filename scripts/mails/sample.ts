import type { Mail } from "#shared/mail/mail.ts";

/** Variants of a template's data, by name. */
export type Samples = Readonly<Record<string, Mail["data"]>>;
