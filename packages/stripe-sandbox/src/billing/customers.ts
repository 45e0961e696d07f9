import { create } from "../core/change.ts";
import { newId, randomText } from "../core/ids.ts";
import type { Customer } from "../core/wire.ts";
import type { World } from "../core/world.ts";

/** Creates a customer. The caller emits the event once the customer is complete. */
export function makeCustomer(
  world: World,
  known: { email: string | null; name: string | null; metadata?: Record<string, string> },
): Customer {
  return create(world, "customer", {
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: world.clock.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: known.email,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: known.metadata ?? {},
    name: known.name,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  });
}
