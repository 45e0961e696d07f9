import { BRAND } from "#shared/brand.ts";

/** A mail's text, in Handlebars. `action` is a button in HTML and a line in plain text. */
export type Template = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown in a separate box for copying: a license key or a code. */
  readonly code?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** Why the reader receives it, in the footer. */
  readonly why: string;
};

export const WHY = {
  address: `Sent because this address was entered at ${BRAND.name}.`,
  account: `Sent because this address belongs to your account at ${BRAND.name}.`,
  affiliate: `Sent because you joined the ${BRAND.name} affiliate program.`,
  operator: `Sent because you operate ${BRAND.name}.`,
} as const;
