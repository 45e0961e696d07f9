import { BRAND } from "#shared/brand.ts";

// Under this project's brand, the tests would prove nothing about another founder.
if (BRAND.slug !== process.env.OTHER_SLUG) throw new Error(`${BRAND.slug} is not the other founder's brand`);
