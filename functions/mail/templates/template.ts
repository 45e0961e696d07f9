import { BRAND } from "#shared/brand.ts";
import type { Fact, Link } from "#shared/mail/layout.ts";

/** A mail's text, in Handlebars. A paragraph, a fact or a link that is filled with nothing is left out. */
export type Template = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown in a separate box for copying: a license key or a code. */
  readonly code?: string;
  /** The lines of a receipt. */
  readonly facts?: readonly Fact[];
  /** The next step: a button in HTML. */
  readonly action?: Readonly<Link>;
  readonly link?: Readonly<Link>;
  /** Values that a mail lacks which an older version put into the queue: they are empty. */
  readonly added?: readonly string[];
  /** Why the reader receives it, in the footer. */
  readonly why: string;
};

export const WHY = {
  address: `Sent because this address was entered at ${BRAND.name}.`,
  account: `Sent because this address belongs to your account at ${BRAND.name}.`,
  affiliate: `Sent because you joined the ${BRAND.name} affiliate program.`,
  operator: `Sent because you operate ${BRAND.name}.`,
} as const;
