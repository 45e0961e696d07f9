import * as z from "zod/mini";
import { AppError } from "#shared/errors.ts";
import { Instant, MINUTE, toEpochSeconds } from "#shared/instant.ts";
import { HOLD_FOR } from "#shared/promotions/reservation.ts";
import { type Applied, refused, WHY_NOT } from "../../discounts/index.ts";
import type { Account } from "../../http/index.ts";
import { personOf } from "../../persons/index.ts";
import { getItem, putItem, retryOnConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { stripe } from "../../platform/stripe.ts";
import { requireProof } from "./admit.ts";

/**
 * One row in Promotions per limited discount code (`pk` "code#<id at Stripe>", `sk` "holds"): the open pages that use
 * the code. Stripe counts a redemption only when its page is paid. Without holds, too many pages could be open.
 */
const keyOf = (code: string) => ({ pk: `code#${code}`, sk: "holds" });

const Hold = z.object({
  userId: z.string(),
  customer: z.string(),
  at: Instant,
  /** The hashes that identify the person who has the account (functions/persons/table.ts). */
  names: z._default(z.array(z.string()), []),
});
type Hold = z.output<typeof Hold>;
const Row = z.object({ holds: z.array(Hold), version: z.number() });

/** Longer than opening a page takes, so an older hold without a page is abandoned. */
const OPENS_WITHIN = MINUTE;
/** How many holds (oldest first) and how many of a customer's pages (latest first) are checked at Stripe. */
const LOOKED_AT = 20;

/**
 * Holds one redemption of a limited code per person while they pay. The hold lasts HOLD_FOR, like a unit's.
 * @returns when the page must end; undefined for an unlimited code
 * @throws VALIDATION_ERROR if no redemption is left, or while other pages hold all that are left; CONFLICT while
 * another account of the person holds one; UNPROVEN if few redemptions are left and the address is unconfirmed
 */
export async function holdCode(
  user: Account,
  customer: string,
  { promotionCode, limit }: Pick<Applied, "promotionCode" | "limit">,
  now: Date,
): Promise<Instant | undefined> {
  if (limit === null) return undefined;
  const { userId } = user;
  const names = await personOf(user);
  await retryOnConflict(async () => {
    const item = await getItem({ TableName: env("TABLE_PROMOTIONS"), Key: keyOf(promotionCode) });
    const { holds, version } = item ? Row.parse(item) : { holds: [], version: 0 };
    const others = holds.filter((hold) => hold.userId !== userId && ageOf(hold, now) < HOLD_FOR);
    const theirs = others.filter((hold) => hold.names.some((name) => names.includes(name)));
    if ((await stillOpen(theirs, promotionCode, now)).length > 0)
      throw new AppError(
        "CONFLICT",
        "Another account of yours is using this discount code in a checkout. Pay there or leave that checkout, then try again.",
      );
    let left = limit.max - limit.redeemed - others.length;
    let live = others;
    if (left <= 0) {
      live = await stillOpen(others, promotionCode, now);
      const { times_redeemed } = await (await stripe()).promotionCodes.retrieve(promotionCode);
      if (times_redeemed >= limit.max) throw refused(WHY_NOT.used_up);
      left = limit.max - times_redeemed - live.length;
    }
    if (left <= 0)
      throw refused(
        "Another customer is paying with this discount code. If they don't finish, you can use the code in half an hour.",
      );
    await requireProof(user, { total: limit.max, left, reserved: live.length }, now);
    await putItem({
      TableName: env("TABLE_PROMOTIONS"),
      Item: {
        ...keyOf(promotionCode),
        holds: [...live, { userId, customer, at: now.toISOString(), names }],
        version: version + 1,
      },
      ...(item === undefined
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : { ConditionExpression: "version = :version", ExpressionAttributeValues: { ":version": version } }),
    });
  });
  return new Date(now.getTime() + HOLD_FOR).toISOString();
}

const ageOf = ({ at }: Hold, now: Date): number => now.getTime() - Date.parse(at);

/** Drops holds whose page was paid, left or never opened. */
async function stillOpen(holds: readonly Hold[], code: string, now: Date): Promise<Hold[]> {
  const over = await Promise.all(
    holds.slice(0, LOOKED_AT).map(async (hold) => ((await isOver(hold, code, now)) ? [hold] : [])),
  );
  const gone = new Set(over.flat());
  return holds.filter((hold) => !gone.has(hold));
}

async function isOver(hold: Hold, code: string, now: Date): Promise<boolean> {
  const { data } = await (await stripe()).checkout.sessions.list({
    customer: hold.customer,
    limit: LOOKED_AT,
  });
  const pages = data.filter(({ discounts }) => discounts?.some((one) => promotionOf(one) === code));
  if (pages.some(({ status }) => status === "open")) return false;
  return pages.some(({ created }) => created >= toEpochSeconds(hold.at)) || ageOf(hold, now) > OPENS_WITHIN;
}

const promotionOf = ({ promotion_code: code }: { promotion_code: string | { id: string } | null }) =>
  typeof code === "string" ? code : code?.id;
