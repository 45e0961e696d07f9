import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/index.ts";
import { ownerOfPayment, shownPayment } from "../payments/index.ts";
import { transact, type Write, WriteConflict } from "../platform/dynamo.ts";
import { retrievePayment } from "../platform/stripe.ts";
import { carryOut } from "./carryOut.ts";
import { countAsk, findIntent, openIntent, type RefundIntent } from "./table.ts";

export type Asked = Pick<RefundIntent, "requestId" | "paymentIntentId" | "amountCents" | "effect">;
/**
 * Who requests a refund. `counted`: the person's names (functions/persons/table.ts), and how many refunds they may
 * have. `writes` join the transaction.
 */
export type Asker = Pick<RefundIntent, "operator" | "action" | "note"> & {
  counted?: { names: string[]; max: number };
  writes?: Write[];
};
export type Refunded = NonNullable<RefundIntent["refund"]>;

/**
 * Makes refunds that an operator or a customer requested. It first stores all intents with their audit entries in one
 * transaction, so that a later sweep can finish the work of a failed call. Stripe's webhook updates the rights that
 * were paid for, as it does after a refund in Stripe's dashboard.
 * @throws CONFLICT or NOT_FOUND if Stripe refused all of them; CONFLICT if the request's id was used for another refund
 */
export async function askRefunds(asked: readonly Asked[], by: Asker, now: Date): Promise<Refunded[]> {
  const intents = (await knownIntents(asked)) ?? (await newIntents(asked, by, now));
  const made: Refunded[] = [];
  let refusal: AppError | undefined;
  for (const intent of intents) {
    try {
      made.push(intent.refund ?? (await carryOut(intent, now)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal ??= error;
    }
  }
  if (made.length === 0 && refusal) throw refusal;
  return made;
}

async function knownIntents(asked: readonly Asked[]): Promise<RefundIntent[] | undefined> {
  const known = await Promise.all(asked.map(knownIntent));
  const found = known.filter((intent) => intent !== undefined);
  return found.length === asked.length ? found : undefined;
}

async function knownIntent(asked: Asked): Promise<RefundIntent | undefined> {
  const known = await findIntent(asked.requestId);
  const isSame =
    known?.paymentIntentId === asked.paymentIntentId &&
    known.amountCents === asked.amountCents &&
    known.effect === asked.effect;
  if (known && !isSame)
    throw new AppError(
      "CONFLICT",
      "This dialog has already refunded another amount. Nothing more was refunded. Close it and open it again.",
      { field: "requestId" },
    );
  return known;
}

async function newIntents(asked: readonly Asked[], by: Asker, now: Date): Promise<RefundIntent[]> {
  const { writes = [], counted, ...asker } = by;
  const intents: RefundIntent[] = [];
  for (const one of asked) {
    const payment = await retrievePayment(one.paymentIntentId);
    intents.push({
      ...one,
      ...asker,
      userId: payment.metadata.userId ?? (await payerOf(one.paymentIntentId, asker)),
      before: await shownPayment(payment),
      receivedAt: now.toISOString(),
      refund: null,
      ...(counted && intents.length === 0 ? { counts: true, names: counted.names } : { counts: false }),
    });
  }
  try {
    const counts = counted ? countAsk(counted.names, counted.max, now) : [];
    await transact([
      ...writes,
      ...counts,
      ...intents.flatMap((intent) => [openIntent(intent), audited(intent)]),
    ]);
    return intents;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    // This may be the second click of a double click.
    const known = await knownIntents(asked);
    if (known) return known;
    throw new AppError(
      "CONFLICT",
      "Another refund was requested at the same time. Nothing was refunded twice. Load the page again.",
      {
        cause: error,
      },
    );
  }
}

/** Asks Stripe for the owner, because a subscription's payment does not contain our user's id. */
async function payerOf(paymentIntentId: string, { action, operator }: Asker): Promise<string | null> {
  return action === "refunds/requestRefund" ? operator : ((await ownerOfPayment(paymentIntentId)) ?? null);
}

function audited(intent: RefundIntent): Write {
  const { operator, action, paymentIntentId, userId, before, amountCents, effect, receivedAt, note } = intent;
  return auditEntry({
    operator,
    action,
    subject: `payment#${paymentIntentId}`,
    userId: userId ?? undefined,
    before,
    after: { asked: { amountCents, effect } },
    at: receivedAt,
    ...(note === "" ? {} : { note }),
  });
}
