/** What an operator changes to sell this under another name. Nothing else in the project spells these out. */
export const BRAND = {
  name: "Articlip",
  /** Prefix of everything that has a name at AWS and Stripe: lower case, letters only. */
  slug: "articlip",
  tagline: "Turn what you read into what they watch.",
  /** Where the public deployment answers: for links that must be whole (canonical, sitemap, feed, pictures). */
  siteUrl: "https://articlip.example",
  supportEmail: "support@articlip.example",
  mailFrom: "Articlip <hello@articlip.example>",
  chatUrl: "https://chat.articlip.example",
} as const;

/** Apart from the rest, so that functions that only name the product carry no advertising. */
export const DESCRIPTION =
  "Articlip turns articles into finished videos: script, voice, music and editing, on your own computer with your own keys.";
