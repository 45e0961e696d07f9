import type { Mail } from "#shared/mail/mail.ts";

export type Samples = Readonly<Record<string, Mail["data"]>>;
