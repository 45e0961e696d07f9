/** To sell the product under another name, change these and DESCRIPTION. */
export const BRAND = {
  name: "Articlip",
  /** Prefix of all names at AWS and Stripe. Lower case, letters only. */
  slug: "articlip",
  tagline: "Turn what you read into what they watch.",
  /** The public address without a slash at the end, for links that must be absolute (sitemap, feed, pictures). */
  siteUrl: "https://articlip.example",
  supportEmail: "support@articlip.example",
  mailFrom: "Articlip <hello@articlip.example>",
  chatUrl: "https://chat.articlip.example",
} as const;

/** Separate from BRAND, so that functions that need only the name do not bundle it. */
export const DESCRIPTION =
  "Articlip turns articles into finished videos: script, voice, music and editing, on your own computer with your own provider keys.";
