import { create } from "../core/change.ts";
import { newId } from "../core/ids.ts";
import type { Product } from "../core/wire.ts";
import type { World } from "../core/world.ts";

type ProductDraft = Partial<
  Pick<
    Product,
    | "active"
    | "description"
    | "images"
    | "marketing_features"
    | "shippable"
    | "statement_descriptor"
    | "tax_code"
    | "unit_label"
    | "url"
    | "metadata"
  >
> & {
  id?: string | undefined;
  name: string;
};

export function makeProduct(world: World, draft: ProductDraft): Product {
  const now = world.clock.now();
  return create(world, "product", {
    id: draft.id ?? newId("prod", 14),
    object: "product",
    active: draft.active ?? true,
    created: now,
    default_price: null,
    description: draft.description ?? null,
    images: draft.images ?? [],
    livemode: false,
    marketing_features: draft.marketing_features ?? [],
    metadata: draft.metadata ?? {},
    name: draft.name,
    package_dimensions: null,
    shippable: draft.shippable ?? null,
    statement_descriptor: draft.statement_descriptor ?? null,
    tax_code: draft.tax_code ?? null,
    tax_details: null,
    type: "service",
    unit_label: draft.unit_label ?? null,
    updated: now,
    url: draft.url ?? null,
  });
}
