import { writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { type Exchange, readRecording } from "#stripe-sandbox";
import type { Judge, Verdict } from "./judge.ts";
import { lacksRecording, RECORDING } from "./recording.ts";
import { bin, ROOT, run, workFolder } from "./tools.ts";

/** The SDK's type of each object, by its `object` field. */
const TYPES: Readonly<Record<string, string>> = {
  account: "Stripe.Account",
  account_link: "Stripe.AccountLink",
  application: "Stripe.Application",
  balance: "Stripe.Balance",
  balance_transaction: "Stripe.BalanceTransaction",
  bank_account: "Stripe.BankAccount",
  "billing_portal.configuration": "Stripe.BillingPortal.Configuration",
  "billing_portal.session": "Stripe.BillingPortal.Session",
  charge: "Stripe.Charge",
  "checkout.session": "Stripe.Checkout.Session",
  coupon: "Stripe.Coupon",
  customer: "Stripe.Customer",
  discount: "Stripe.Discount",
  tax_id: "Stripe.TaxId",
  "tax.registration": "Stripe.Tax.Registration",
  "tax.settings": "Stripe.Tax.Settings",
  dispute: "Stripe.Dispute",
  event: "Stripe.Event",
  invoice: "Stripe.Invoice",
  invoice_payment: "Stripe.InvoicePayment",
  invoiceitem: "Stripe.InvoiceItem",
  line_item: "Stripe.InvoiceLineItem",
  item: "Stripe.LineItem",
  payment_intent: "Stripe.PaymentIntent",
  payment_method: "Stripe.PaymentMethod",
  plan: "Stripe.Plan",
  price: "Stripe.Price",
  product: "Stripe.Product",
  promotion_code: "Stripe.PromotionCode",
  "radar.early_fraud_warning": "Stripe.Radar.EarlyFraudWarning",
  refund: "Stripe.Refund",
  setup_intent: "Stripe.SetupIntent",
  subscription: "Stripe.Subscription",
  subscription_item: "Stripe.SubscriptionItem",
  subscription_schedule: "Stripe.SubscriptionSchedule",
  "test_helpers.test_clock": "Stripe.TestHelpers.TestClock",
  transfer: "Stripe.Transfer",
  transfer_reversal: "Stripe.TransferReversal",
  webhook_endpoint: "Stripe.WebhookEndpoint",
};

const LISTS: Readonly<Record<string, string>> = {
  list: "Stripe.ApiList",
  search_result: "Stripe.ApiSearchResult",
};

/** The SDK's types describe its results; on the wire, a decimal is text. */
const HEAD = `import type Stripe from "stripe";
type Plain = string | number | boolean | null | undefined;
type Sent<T> = T extends Stripe.Decimal ? string : T extends Plain ? T : { [K in keyof T]: Sent<T[K]> };
`;

/** An answer with a field that Stripe does not have. The other judges of answers accept it. */
const PLANTED: Exchange = {
  method: "GET",
  route: "/v1/balance",
  version: null,
  params: {},
  status: 200,
  answer: { object: "balance", available: [], livemode: false, pending: [], shoe_size: 46 },
};

/** The types of our SDK, for its own API version: finds fields that Stripe lacks, and unknown enum values. */
export const stripeTypes: Judge = {
  name: "stripe-types",
  judges: "every distinct answer of Stripe's sandbox, by the SDK's types",
  install: "npm ci",
  finding: "fails",
  isInstalled: () => true,
  lacks: lacksRecording,
  judge: () => check(readRecording(RECORDING)),
  mistake: "shoe_size",
  plant: () => check([PLANTED]),
};

const Shown = z.object({
  object: z.string(),
  deleted: z.optional(z.literal(true)),
  data: z.optional(z.array(z.unknown())),
});

/** Undefined if the SDK has no type for the answer: an empty list, a deleted object. @throws for an unknown object */
export function typeOf(answer: unknown): string | undefined {
  const shown = Shown.safeParse(answer).data;
  if (shown === undefined || shown.deleted) return undefined;
  const list = LISTS[shown.object];
  if (list !== undefined) {
    const inner = typeOf(shown.data?.[0]);
    return inner && `${list}<${inner}>`;
  }
  const type = TYPES[shown.object];
  if (type === undefined)
    throw new Error(`stripeTypes.ts does not know the SDK's type of a ${shown.object}.`);
  return type;
}

const ERROR = /^.*answers\.ts\((\d+),\d+\): error TS\d+: (.*)$/;

async function check(exchanges: readonly Exchange[]): Promise<Verdict> {
  const folder = workFolder("stripe-types");
  const typed = exchanges.flatMap(({ method, route, status, answer }) => {
    const type = status === 200 ? typeOf(answer) : undefined;
    return type === undefined ? [] : [{ call: `${method} ${route} ${status}`, type, answer }];
  });
  const lines = typed.map(
    ({ type, answer }, n) => `export const answer${n}: Sent<${type}> = ${JSON.stringify(answer)};`,
  );
  writeFileSync(path.join(folder, "answers.ts"), `${HEAD}${lines.join("\n")}\n`);
  const settings = { extends: path.join(ROOT, "tsconfig.json"), include: ["answers.ts"] };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(settings));
  const compiler = path.join(ROOT, "node_modules/typescript-native/bin/tsc");
  const { status, stdout } = await run(bin("node"), [compiler, "-p", folder, "--pretty", "false"]);
  const before = HEAD.split("\n").length;
  const findings = stdout.split("\n").flatMap((line) => {
    const [, at, message] = ERROR.exec(line) ?? [];
    const answer = typed[Number(at) - before];
    return answer === undefined ? [] : [`${answer.call}: ${message}`];
  });
  if (status !== 0 && findings.length === 0) throw new Error(`The compiler failed: ${stdout.slice(0, 2000)}`);
  return { findings: [...new Set(findings)], judged: `${typed.length} answers` };
}
