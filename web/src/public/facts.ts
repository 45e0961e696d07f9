import { BRAND, DESCRIPTION } from "#shared/brand.ts";
import { CATALOG, type Product } from "#shared/catalog/catalog.ts";
import { SELLER } from "#shared/seller.ts";
import { QUESTIONS } from "./content.ts";

const SELLER_ID = `${BRAND.siteUrl}/#seller`;

const offers = Object.values<Product>(CATALOG)
  .filter(({ enabled }) => enabled)
  .map(({ name, price, currency }) => ({
    "@type": "Offer",
    name,
    price: (price / 100).toFixed(2),
    priceCurrency: currency.toUpperCase(),
    url: `${BRAND.siteUrl}/pricing`,
    seller: { "@id": SELLER_ID },
  }));

const SELLER_FACTS = {
  "@type": "Organization",
  "@id": SELLER_ID,
  name: BRAND.name,
  legalName: SELLER.entity,
  url: BRAND.siteUrl,
  email: BRAND.supportEmail,
  logo: `${BRAND.siteUrl}/icons/512.png`,
};

const APPLICATION = {
  "@type": "SoftwareApplication",
  name: BRAND.name,
  description: DESCRIPTION,
  applicationCategory: "MultimediaApplication",
  operatingSystem: "Windows, macOS",
  offers,
};

const ANSWERS = {
  "@type": "FAQPage",
  mainEntity: QUESTIONS.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
};

/** Structured data (JSON-LD) for search engines. There is no rating, because no customer has rated anything. */
export function factsOf(path: string): readonly object[] {
  if (path === "/") return [SELLER_FACTS, APPLICATION, ANSWERS];
  if (path === "/pricing") return [SELLER_FACTS, APPLICATION];
  return path === "/about" ? [SELLER_FACTS] : [];
}
