import type {
  AccountSettings,
  AgendaEntry,
  CardOnFile,
  CheckoutPlan,
  Delivery,
  InvoiceNotes,
  Link,
  RememberedAnswer,
  SigningSecrets,
  StoredEvent,
  TaxSettings,
} from "./hidden.ts";
import type {
  Account,
  BalanceTransaction,
  Charge,
  CheckoutSession,
  Coupon,
  Customer,
  Discount,
  Dispute,
  EarlyFraudWarning,
  Invoice,
  InvoiceItem,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  PromotionCode,
  Refund,
  SetupIntent,
  Subscription,
  SubscriptionItem,
  SubscriptionSchedule,
  TaxId,
  TaxRegistration,
  TestClock,
  Transfer,
  TransferReversal,
  WebhookEndpoint,
} from "./wire.ts";

/** All kinds of objects: first those that Stripe shows, then the sandbox's own. */
export type Tables = {
  account: Account;
  balanceTransaction: BalanceTransaction;
  charge: Charge;
  checkoutSession: CheckoutSession;
  coupon: Coupon;
  customer: Customer;
  deletedCustomer: { id: string; object: "customer"; deleted: true };
  discount: Discount;
  dispute: Dispute;
  earlyFraudWarning: EarlyFraudWarning;
  event: StoredEvent;
  invoice: Invoice;
  invoiceItem: InvoiceItem;
  invoicePayment: InvoicePayment;
  paymentIntent: PaymentIntent;
  paymentMethod: PaymentMethod;
  portalConfiguration: PortalConfiguration;
  portalSession: PortalSession;
  price: Price;
  product: Product;
  promotionCode: PromotionCode;
  refund: Refund;
  setupIntent: SetupIntent;
  subscription: Subscription;
  subscriptionItem: SubscriptionItem;
  subscriptionSchedule: SubscriptionSchedule;
  taxId: TaxId;
  taxRegistration: TaxRegistration;
  testClock: TestClock;
  transfer: Transfer;
  transferReversal: TransferReversal;
  webhookEndpoint: WebhookEndpoint;

  agenda: AgendaEntry;
  answer: RememberedAnswer;
  card: CardOnFile;
  checkoutPlan: CheckoutPlan;
  delivery: Delivery;
  link: Link;
  secret: SigningSecrets;
  settings: AccountSettings;
  taxSettings: TaxSettings;
  invoiceNotes: InvoiceNotes;
};

export type TableName = keyof Tables;
type Maps = { [K in TableName]: Map<string, Tables[K]> };

export function emptyTables(): Maps {
  return {
    account: new Map(),
    balanceTransaction: new Map(),
    charge: new Map(),
    checkoutSession: new Map(),
    coupon: new Map(),
    customer: new Map(),
    deletedCustomer: new Map(),
    discount: new Map(),
    dispute: new Map(),
    earlyFraudWarning: new Map(),
    event: new Map(),
    invoice: new Map(),
    invoiceItem: new Map(),
    invoicePayment: new Map(),
    paymentIntent: new Map(),
    paymentMethod: new Map(),
    portalConfiguration: new Map(),
    portalSession: new Map(),
    price: new Map(),
    product: new Map(),
    promotionCode: new Map(),
    refund: new Map(),
    setupIntent: new Map(),
    subscription: new Map(),
    subscriptionItem: new Map(),
    subscriptionSchedule: new Map(),
    taxId: new Map(),
    taxRegistration: new Map(),
    testClock: new Map(),
    transfer: new Map(),
    transferReversal: new Map(),
    webhookEndpoint: new Map(),
    agenda: new Map(),
    answer: new Map(),
    card: new Map(),
    checkoutPlan: new Map(),
    delivery: new Map(),
    link: new Map(),
    secret: new Map(),
    settings: new Map(),
    taxSettings: new Map(),
    invoiceNotes: new Map(),
  };
}

const EMPTY = emptyTables();

export const isTableName = (name: string): name is TableName => Object.hasOwn(EMPTY, name);

export const TABLE_NAMES: readonly TableName[] = Object.keys(EMPTY).filter(isTableName);

/** The copy shares the objects, which never change in place. */
export function copyTables(tables: Maps): Maps {
  const copy = emptyTables();
  for (const table of TABLE_NAMES) copyTable(copy, tables, table);
  return copy;
}

function copyTable<K extends TableName>(to: Maps, from: Maps, table: K): void {
  for (const [id, value] of from[table]) to[table].set(id, value);
}
