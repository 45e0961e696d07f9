import { BRAND } from "#shared/brand.ts";
import type { Fact, Link } from "#shared/mail/layout.ts";

/** A mail's text in Handlebars. Paragraphs, facts and links that become empty are left out. */
export type Template = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A license key or a code, in a box for copying. */
  readonly code?: string;
  readonly facts?: readonly Fact[];
  /** The next step, as a button in HTML. */
  readonly action?: Readonly<Link>;
  readonly link?: Readonly<Link>;
  /** Values added in a later version. They are empty in mails that an older version queued. */
  readonly added?: readonly string[];
  /** Why the reader receives this mail, for the footer. */
  readonly why: string;
};

export const WHY = {
  address: `Sent because this address was entered at ${BRAND.name}.`,
  account: `Sent because this address belongs to your account at ${BRAND.name}.`,
  affiliate: `Sent because you joined the ${BRAND.name} affiliate program.`,
  operator: `Sent because you operate ${BRAND.name}.`,
} as const;

/** Hidden from suspended accounts, which cannot subscribe, and from owners of another license. */
export const SUBSCRIBE_AGAIN: Link = {
  label: "Subscribe again",
  url: "{{#unless suspended}}{{#unless owned}}{{siteUrl}}/checkout/subscription{{/unless}}{{/unless}}",
};
