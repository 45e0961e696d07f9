import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { type Instant, SECOND } from "#shared/instant.ts";
import { partsOf } from "#shared/licenses/fingerprint.ts";
import { deleteItem, getItems, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { readSecret } from "../platform/secrets.ts";

/**
 * Persons, in Grants: `pk` is "person#" and the keyed hash of one identifying fact. `sk` names a thing that each person
 * may have once, and the row names the account that had it last. Two accounts belong to one person if they share a
 * normalized address, a card or a computer. Networks do not count, because offices and carriers share them
 * (docs/decisions/who-may-hold-a-unit-of-the-limited-offer.md).
 */
const TABLE = () => env("TABLE_GRANTS");
const keyOf = (name: string, what: What) => ({ pk: `person#${name}`, sk: what });
/** hold: held a unit of the limited offer; wait: joined its waiting list. */
const WHATS = ["hold", "wait"] as const;
type What = (typeof WHATS)[number];

/** What identifies a person. Stripe fingerprints cards, the application fingerprints computers. */
export type Person = {
  address: string | null;
  cards: readonly string[];
  computers: readonly string[];
};

export async function namesOf({ address, cards, computers }: Person): Promise<string[]> {
  const secret = await readSecret(env("SECRET_MAILBOX"));
  const things = [
    ...(address === null ? [] : [`address:${address}`]),
    ...cards.map((card) => `card:${card}`),
    ...computers.flatMap(identities).map((computer) => `computer:${computer}`),
  ];
  const hash = (thing: string) => createHmac("sha256", secret).update(`person:${thing}`).digest("base64url");
  return [...new Set(things)].slice(0, MAX_NAMES).map(hash);
}
/** The address and the cards come first. Each name takes up to two of a transaction's 100 writes. */
const MAX_NAMES = 40;

/** Two strong parts together identify a computer. Weak parts do not, because other computers may have them. */
function identities(fingerprint: string): string[] {
  const parts = partsOf(fingerprint);
  if (parts === undefined) return [fingerprint];
  const strong = [...parts]
    .filter(([, { isStrong }]) => isStrong)
    .map(([kind, { hash }]) => kind + hash)
    .sort();
  return strong.flatMap((one, at) => strong.slice(at + 1).map((other) => `${one}.${other}`));
}

const Mark = z.object({ pk: z.string(), userId: z.string() });
export type Mark = z.output<typeof Mark>;

export async function findMarks(names: readonly string[], what: What): Promise<Mark[]> {
  if (names.length === 0) return [];
  const table = TABLE();
  const { [table]: found = [] } = await getItems({ [table]: names.map((name) => keyOf(name, what)) });
  return found.map((item) => Mark.parse(item));
}

export async function forgetMarks(userId: string, names: readonly string[]): Promise<void> {
  for (const what of WHATS) {
    const marks = await findMarks(names, what);
    for (const { pk } of marks.filter((mark) => mark.userId === userId))
      await deleteItem({ TableName: TABLE(), Key: { pk, sk: what } });
  }
}

/** For a transaction: names this account in the rows. Fails if a row has changed since `before` was read. */
export function markAll(
  names: readonly string[],
  what: What,
  before: readonly Mark[],
  after: { userId: string; until: Instant },
): Write[] {
  return names.map((name) => {
    const key = keyOf(name, what);
    const mark = before.find(({ pk }) => pk === key.pk);
    return {
      Put: {
        TableName: TABLE(),
        Item: {
          ...key,
          userId: after.userId,
          expiresAtEpoch: Math.floor(Date.parse(after.until) / SECOND),
        },
        ...(mark === undefined
          ? { ConditionExpression: "attribute_not_exists(pk)" }
          : {
              ConditionExpression: "userId = :before",
              ExpressionAttributeValues: { ":before": mark.userId },
            }),
      },
    };
  });
}
