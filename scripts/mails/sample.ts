import type { Mail } from "#shared/mail/mail.ts";

/** The same template with other data, by what is special about it. */
export type Samples = Readonly<Record<string, Mail["data"]>>;
