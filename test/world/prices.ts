import { CATALOG, PRODUCT_IDS, type ProductId } from "#shared/catalog/catalog.ts";

/** Stories have separate prices, so that a change of the shop's prices does not break them. */
const PRICES: Readonly<Record<ProductId, number>> = { monthly: 30_00, yearly: 300_00, lifetime: 4000_00 };

for (const id of PRODUCT_IDS) Object.assign(CATALOG[id], { price: PRICES[id] });
