import type { Product } from "#shared/catalog/catalog.ts";
import type { Credit } from "#shared/checkout/credit.ts";
import type { startCheckout } from "#shared/checkout/customer.ts";
import type { Discount } from "#shared/discounts/discount.ts";
import type { Request } from "#shared/endpoint.ts";
import type { CheckoutData } from "./loader.ts";

/** The call's fields for every order. The options add the others. */
type OfEveryOrder = "price_id" | "mode" | "success_url" | "cancel_url" | "acceptedTerms" | "acceptedPrivacy";

export type Choices = Omit<Request<typeof startCheckout>, OfEveryOrder>;

export type ForSale = CheckoutData & { product: Product };

export type Order = {
  /** What the page loaded. Its product is the one in the address, but the customer may choose another. */
  data: ForSale;
  product: Product;
  choosePlan: (plan: Product) => void;
  /** The customer's choices, as they are sent. `code` and `credit` come from the fields below. */
  choices: Choices;
  choose: (changed: Choices) => void;
  sellsSeats: boolean;
  seats: number;
  discount: Discount | null;
  applyDiscount: (code: string) => void;
  /** The credit that applies: Stripe accepts a discount or a credit, but not both. */
  credit: Credit | null;
  /** Why the server refused a choice, until the next attempt. */
  mistakeOf: (choice: keyof Choices) => string | undefined;
  /** Whether the server is looking up a discount. */
  isReducing: boolean;
};
