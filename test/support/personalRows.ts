import type { TableName } from "../../infra/tables.ts";
import type { PersonalData } from "../../shared/customers/personalData.ts";

/**
 * What the deletion of an account does to a row that names the person, and which part of their export has the row.
 * gone: no such row names them · id: only their user id stays, for this reason · text: what they or we wrote stays,
 * for this reason · hash: only a hash stays, which does not reveal their data
 */
type Kept = readonly ["id" | "text" | "hash", why: string];
/** A part of the export, or the reason why the export does not have the row. */
type Exported = keyof PersonalData | { not: string };
/** brief: the row ends within an hour, or when our own work is done · nobody: no such row is about one person */
export type Fate =
  | readonly ["gone", Exported]
  | readonly ["brief"]
  | readonly ["nobody"]
  | readonly [...Kept, Exported];

const NOBODY = ["nobody"] as const;
const BRIEF = ["brief"] as const;
const DERIVED = { not: "derived from rows that the export has" };
const OUR_WORK = { not: "how far we have processed their account" };
const UNREADABLE = { not: "a hash, which says nothing to its owner" };
const AT_STRIPE = { not: "payments are exported as Stripe has them" };
const EARNINGS = { not: "the Affiliate tab and its statements show all of it" };
const BOOKS = "tax law requires the books, and their id no longer names a person here";

/** The fate of every kind of row in test/support/rowKinds.ts, by its keys. */
export const FATES: Readonly<Record<TableName, Readonly<Record<string, Fate>>>> = {
  Users: {
    "<user> account": ["gone", "account"],
    "<user> session#<session>": ["gone", "sessions"],
    "<operator> operator": NOBODY,
    "apiKeys <id>": NOBODY,
  },
  Grants: {
    "<user> grant#<grant>": ["id", BOOKS, "grants"],
    "<user> suspended": ["gone", { not: "the account page says so" }],
    "<user> reading": ["id", "an older answer of Stripe's must not replace a newer one", OUR_WORK],
    "<user> team": ["gone", "team"],
    "invited#<hash> mail": [
      "id",
      "how often a team mails an address, for 31 days; a refusal stays",
      "invitations",
    ],
    "inviter#<user> mail": ["gone", { not: "the export's team lists the invited people" }],
    "mailbox#<email> free": ["gone", { not: "the account has the address" }],
    "<user> mailbox": ["gone", { not: "the account has the address" }],
    "left#<hash> free": ["hash", "no second free key within a year", UNREADABLE],
    "person#<hash> hold": ["gone", UNREADABLE],
    "person#<hash> wait": ["gone", UNREADABLE],
  },
  Seats: {
    "trial#<hash> computer": ["hash", "no second trial within a year", UNREADABLE],
    "request#<request> request": [
      "id",
      "a call of an operator, for 30 days",
      { not: "the grant shows the result of the call" },
    ],
    "<license key> license": ["id", BOOKS, "seats"],
    "<license key> stock": NOBODY,
  },
  Promotions: {
    "code#<promotion code> holds": ["id", "until the page ends, 31 minutes", "purchases"],
    "promotion lifetime": NOBODY,
    "reservation#<user> lifetime": ["id", "the offer's units are counted by it", "purchases"],
    "waiting#<user> lifetime": ["gone", "waitingList"],
    "line <time>#<entry>": ["gone", "waitingList"],
  },
  Events: {
    "event#<event> event": ["id", "for 90 days: a repeated event must be recognized", AT_STRIPE],
    "checkout#<session> effect": ["id", BOOKS, "purchases"],
    "refusal#<payment intent> effect": ["id", BOOKS, AT_STRIPE],
    "payment#<payment> paid": ["id", BOOKS, AT_STRIPE],
    "payment#<payment> refund#<refund>": NOBODY,
    "payment#<payment> dispute#<dispute>": NOBODY,
    "refundIntent#<request> effect": ["id", BOOKS, AT_STRIPE],
    "settlement#<user> effect": BRIEF,
    "reconciliation effect": NOBODY,
    "mail#<mail> effect": [
      "id",
      "only the id of a mail to an address, so that the mail is sent once",
      "mails",
    ],
    "waitingMail <rank>#<use-by>#<mail>": ["gone", "mails"],
    "expiredMail <mail>": ["id", "the mail's id, for a week", "mails"],
    "mailQuota effect": NOBODY,
    "purchases#<user> checkout#<session>": [
      "id",
      "a bank may dispute what was paid, for 540 days",
      "purchases",
    ],
    "withdrawal#<id> effect": [
      "text",
      "we must be able to prove the declaration for a year after the answer",
      "withdrawals",
    ],
    "refundAsks#<user> effect": ["gone", { not: "a number; the payments have the refunds" }],
    "refundAsks#<hash> effect": ["hash", "a person can use the guarantee once in two years", UNREADABLE],
    "refundLimits effect": NOBODY,
    "plans effect": NOBODY,
    "lifetime-credit effect": NOBODY,
    "trial#<seat> effect": ["id", "until the trial's next notice, which finds no account", "seats"],
  },
  Limits: Object.fromEntries(
    [
      ...["apiKey#<id>", "key#<hash>", "address#<address>", "foreign#<address>", "freeKeys#<network>"],
      ...[
        "codes#<network>",
        "holds#<network>",
        "recoveries#<network>",
        "invitations#<user>",
        "withdrawals",
        "withdrawals#<user>",
      ],
      ...[
        "withdrawals#<network>",
        "signUps#<network>",
        "sessions#<network>",
        "userCodes#<user>",
        "signIns#<address>",
      ],
    ]
      .map((pk) => `${pk} <window>`)
      .concat("signIn#<user code> request", "opening#<user> calls")
      .map((kind) => [kind, BRIEF]),
  ),
  Alerts: {
    "<user> open#<type>": ["gone", "alerts"],
    "<user> closed#<alert>": ["gone", "alerts"],
    "<user> seen#<time>#<id>": ["gone", "sightings"],
    "finding#<finding> counted": NOBODY,
  },
  Insights: {
    "figures day#<day>": NOBODY,
    "figures totals": NOBODY,
    "growth day#<day>": NOBODY,
    "growth totals": NOBODY,
    "cohorts day#<month>": NOBODY,
    "brought day#<day>#<part>": ["id", BOOKS, EARNINGS],
    "moves#<group> <time>#<user>#<kind>#<payment>#<cents>": ["id", BOOKS, DERIVED],
    "customer#<user> payment#<payment>": ["id", BOOKS, DERIVED],
    "recent <time>#<id>": ["id", "the latest activity, for 90 days", DERIVED],
    "status current": NOBODY,
    "status change#<time>#<service>": NOBODY,
    "status incident#<countdown>#<id>": NOBODY,
    "mailings <time>#<id>": NOBODY,
    "resolved#<incident> incident": NOBODY,
    "status check#<day>": NOBODY,
    "migration#<migration> state": NOBODY,
  },
  Affiliates: {
    "affiliate#<user> affiliate": ["id", BOOKS, "affiliate"],
    "code#<folded code> code": ["id", "no other affiliate can take the code and its links", "affiliate"],
    "user#<user> attribution": [
      "id",
      "the affiliate's ledger depends on it",
      { not: "which affiliate earns from them is that affiliate's data" },
    ],
    "counts affiliates": NOBODY,
    "consent settings": NOBODY,
    "destinations to#<destination>": NOBODY,
    "account#<account> reading": NOBODY,
    "account#<account> owner": ["id", "transfers to the account are in the books", EARNINGS],
  },
  Traffic: {
    "click#<click> click": ["id", BOOKS, EARNINGS],
    "click#<click> counted": NOBODY,
    "conversion#<payment> conversion": ["id", BOOKS, EARNINGS],
    "affiliate#<user> total": ["id", BOOKS, EARNINGS],
    "affiliate#<user> day#<day>": ["id", BOOKS, EARNINGS],
    "affiliate#<user> to#<destination>": ["id", BOOKS, EARNINGS],
    "totals total": NOBODY,
    "totals day#<day>": NOBODY,
  },
  Activity: {
    "<user> entry#<client's id>": ["gone", "activity"],
    "<user> counts": ["gone", "activity"],
  },
  Directory: {
    "<kind>#<id> entry": ["id", "figures count each payment once", DERIVED],
    "key#<key> used": NOBODY,
    "<kind>#<id> word#<word>": ["gone", DERIVED],
  },
  Audit: {
    "audit <time>#<id>": ["id", "what operators changed, without the words that they wrote", "notes"],
    "request#<request> <hash>": ["hash", "a form that is sent twice adds nothing, for 30 days", UNREADABLE],
  },
  Payouts: {
    "payment#<payment> commission": ["id", BOOKS, EARNINGS],
    "user#<user> subscription#<start>": ["id", BOOKS, EARNINGS],
    "card#<hash> payment#<payment>": [
      "id",
      "shows whether an affiliate buys through their own link",
      UNREADABLE,
    ],
    "affiliate#<user> commission#<payment>": ["id", BOOKS, EARNINGS],
    "affiliate#<user> debt#<id>": ["id", BOOKS, EARNINGS],
    "affiliate#<user> entry#<id>": ["id", BOOKS, EARNINGS],
    "affiliate#<user> balance": ["id", BOOKS, EARNINGS],
    "affiliate#<user> request#<number>": ["id", BOOKS, EARNINGS],
    "affiliate#<user> payout#<number>": ["id", BOOKS, EARNINGS],
    "batch#<batch> batch": NOBODY,
    "batch#<batch> line#<payout>": ["text", "the report of a run, for a year", EARNINGS],
    "batch#<batch> total#<shard>": NOBODY,
    "count#<kind> <shard>": NOBODY,
    "ledgerCheck place": NOBODY,
    "runLimit setting": NOBODY,
  },
};
