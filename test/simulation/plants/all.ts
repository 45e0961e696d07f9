import type { Edit, Plant } from "./plant.ts";

const plant = (name: string, ...edits: Edit[]): Plant => ({ name, edits });
/** A plant with a story, because random stories rarely find the defect. */
const told = (story: string, one: Plant): Plant => ({ ...one, story });

const RULES = "functions/payments/collectionRules.ts";
const OBLIGATIONS = "shared/grants/obligations.ts";
const LEASE = "shared/licenses/lease.ts";

/** Defects that stories once found. Each plant restores the code from before the fix. */
export const PLANTS: readonly Plant[] = [
  plant("a refund leaves the subscription charging", {
    file: RULES,
    find: 'return entitlement.revocations.includes("refund") ? "refund" : undefined;',
    replace: "return undefined;",
  }),
  plant("a lost dispute leaves the subscription charging", {
    file: RULES,
    find: 'if (entitlement.revocations.includes("dispute")) return "dispute";',
    replace: "",
  }),
  plant("an open dispute leaves collection running", {
    file: RULES,
    find: 'entitlement.suspensions.includes("dispute") || entitlement.suspensions.includes("account")',
    replace: 'entitlement.suspensions.includes("account")',
  }),
  plant("a won dispute leaves collection paused", {
    file: RULES,
    find: 'if (pausedBy === "us" || pausedBy === "begun") return settle("works");',
    replace: "",
  }),
  plant("a suspended account is still charged", {
    file: RULES,
    find: 'entitlement.suspensions.includes("dispute") || entitlement.suspensions.includes("account")',
    replace: 'entitlement.suspensions.includes("dispute")',
  }),
  plant("suspending leaves checkout pages payable", {
    file: "functions/subscriptions/fromStripe/settleCustomer.ts",
    find: "if (suspended && stripeCustomerId !== null) await closeCheckouts(stripeCustomerId);",
    replace: "",
  }),
  plant(
    "a suspension whose call died is not finished",
    {
      file: "functions/customers/followSuspensions.ts",
      find: 'if (!row.startsWith("grant#")) return carryOutSuspension(userId, now);',
      replace: 'if (!row.startsWith("grant#")) return;',
    },
    {
      file: "functions/reconciliation/sweepReservations.ts",
      find: "const settlements = await finishSettlements(now);",
      replace: "const settlements = finishSettlements.length;",
    },
  ),
  plant("a suspended customer cannot cancel", {
    file: "shared/subscriptions/leaving.ts",
    find: `path: "/api/cancel-subscription",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  whileSuspended: true,`,
    replace: `path: "/api/cancel-subscription",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],`,
  }),
  plant("the reversal of a duplicate transfer is credited", {
    file: "functions/payouts/transfers/reversals.ts",
    find: "for (const reversal of await reversalsOf(payout.transferId))",
    replace: "for (const reversal of await reversalsOf(transferId))",
  }),
  plant("a reversal is credited while a duplicate transfer is not reversed", {
    file: "functions/payouts/transfers/rules.ts",
    find: "payout.reversedCents + cents <= payout.amountCents - stillOut;",
    replace: "stillOut >= 0 && payout.reversedCents + cents <= payout.amountCents;",
  }),
  plant(
    "reconciliation looks at no events",
    {
      file: "functions/payments/reconciled/table.ts",
      find: 'PARTS = [\n  "events",\n',
      replace: "PARTS = [\n",
    },
    {
      file: "functions/reconciliation/run.ts",
      find: "  events: { lanes: eventLanes, page: compareEvents },\n",
      replace: "",
    },
  ),
  plant(
    "a customer deleted at Stripe keeps the account's link",
    {
      file: "functions/stripeEvents/handleEvent.ts",
      find: "return customerDeleted(event, now);",
      replace: 'return customerDeleted === undefined ? {} : { ignored: "no work for this type" };',
    },
    {
      file: "functions/checkout/page/open.ts",
      find: "if (!isCustomerGone(error)) throw error;",
      replace: "if (error) throw error;",
    },
  ),
  plant("a deleted customer's subscription has no owner", {
    file: "functions/payments/facts/subscriptionFacts.ts",
    find: "const userId = subscription.metadata.userId ?? (customer.deleted ? undefined : customer.metadata.userId);",
    replace: "const userId = customer.deleted ? undefined : customer.metadata.userId;",
  }),
  plant("a deleted customer's payments have no owner", {
    file: "functions/payments/facts/owners.ts",
    find: "return namedBy(invoice) ?? userOf(invoice.customer);",
    replace: "return userOf(invoice.customer);",
  }),
  plant("paying with a new card changes the card and collects nothing", {
    file: "functions/subscriptions/payOpenInvoices.ts",
    find: "if (due.length === 0 && ongoing.length === subscriptions.length) return NOTHING_DUE;",
    replace: "if (due.length >= 0) return NOTHING_DUE;",
  }),
  plant(
    "paying with a new card charges the subscription's old card",
    {
      file: "functions/subscriptions/payOpenInvoices.ts",
      find: "await payEach(due, card);",
      replace: "await payEach(due, null);",
    },
    {
      file: "functions/subscriptions/payOpenInvoices.ts",
      find: "if (card !== null) await chargeTo(card, ongoing);",
      replace: "",
    },
  ),
  plant("an ended subscription's invoice stays open", {
    file: RULES,
    find: 'return collection.openInvoices.length > 0 ? settle("over") : NONE;',
    replace: "return NONE;",
  }),
  plant("a payment after the end is kept", {
    file: "functions/stripeEvents/invoicePaid.ts",
    find: "const payment = await giveBackLate(invoice, own);",
    replace: "const payment = own ? undefined : await giveBackLate(invoice, own);",
  }),
  plant("cancel_at is ignored", {
    file: "functions/payments/facts/subscriptionFacts.ts",
    find: "cancel_at: subscription.cancel_at,",
    replace: "cancel_at: null,",
  }),
  plant("keeping a subscription leaves its cancel_at", {
    file: "functions/subscriptions/atStripe/setCancelAtPeriodEnd.ts",
    find: '...(cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" as const }),',
    replace: "...{ cancel_at_period_end: cancel_at_period_end && false },",
  }),
  plant("a failed payout is not retried", {
    file: "functions/payouts/transfers/rules.ts",
    find: 'payout.status === "failed" && payout.refusal === "temporary";',
    replace: 'payout.status === "failed" && payout.refusal === null;',
  }),
  plant("a refund's intent is not audited", {
    file: "functions/refunds/askRefunds.ts",
    find: "[openIntent(intent), audited(intent)]",
    replace: "[openIntent(intent), audited(intent)].slice(0, 1)",
  }),
  plant("a refund whose call died is never finished", {
    file: "functions/reconciliation/sweepReservations.ts",
    find: "const refunds = await finishRefunds(now);",
    replace: "const refunds = finishRefunds.length;",
  }),
  plant(
    "a page loses its unit to another window",
    {
      file: "functions/checkout/page/openForUnit.ts",
      find: "if (!other && isNew && !isBeingCreated(error) && !isAskedOtherwise(error))\n      await releaseHeld(claim, null, now);",
      replace: "if (!isBeingCreated(error)) await releaseHeld(claim, null, now);",
    },
    {
      file: "functions/promotions/reservationTable.ts",
      find: 'condition: "sessionId IN (:none, :over)",',
      replace: 'condition: "(sessionId IN (:none, :over) OR #state = :from)",',
    },
    {
      file: "functions/checkout/page/openForUnit.ts",
      find: "if (!other) throw isAskedOtherwise(error) ? askedOtherwise(error) : error;",
      replace: "if (!other || error) throw error;",
    },
  ),
  plant("a double click opens two payable pages", {
    file: "functions/checkout/page/open.ts",
    find: "for (const { id } of others) await closeCheckout(id);",
    replace: "if (others.length > 99) await closeCheckout(newest.id);",
  }),
  plant("a thin event is an error", {
    file: "functions/platform/stripe.ts",
    find: "return JSON.parse(body);",
    replace:
      "return Stripe.webhooks.constructEvent(body, signature, webhookSecret, SIGNATURE_TOLERANCE_SECONDS, undefined, now.getTime());",
  }),
  plant("an event of null is an error", {
    file: "functions/stripeEvents/stripeWebhook.ts",
    find: 'if (!z.safeParse(Snapshot, event).success) log.warn("event.unusual");',
    replace: 'if (!Snapshot) log.warn("event.unusual");',
  }),
  plant(
    "a repeated refund with another amount is an error",
    {
      file: "functions/refunds/askRefunds.ts",
      find: "  if (known && !isSame)\n",
      replace: "  if (known && !isSame && requestIsOdd())\n",
    },
    {
      file: "functions/refunds/askRefunds.ts",
      find: "export type Asked = Pick<",
      replace:
        'const requestIsOdd = (): boolean => {\n  throw new Error("Keys for idempotent requests can only be used with the same parameters");\n};\n\nexport type Asked = Pick<',
    },
  ),
  plant("the success page syncs no lifetime purchase", {
    file: "functions/stripeEvents/getCheckout.ts",
    find: "if ((await ownerOf(sessionId)) !== userId) return undefined;",
    replace:
      'if ((await ownerOf(sessionId)) !== userId) return undefined;\n  if ((await (await stripe()).checkout.sessions.retrieve(sessionId)).mode === "payment") return undefined;',
  }),
  plant("a slow payment can hold a unit", {
    file: "functions/checkout/page/checkoutSession.ts",
    find: "...(product.limitedOffer ? { allowed_payment_method_types: AT_ONCE } : {}),",
    replace:
      "...(product.limitedOffer && AT_ONCE.length > 1 ? { allowed_payment_method_types: AT_ONCE } : {}),",
  }),
  plant("a bank debit that is on its way gives a key", {
    file: "functions/grants/grantRules.ts",
    find: 'return subscription_status === "trialing" || latest_invoice_id !== null;',
    replace: 'return subscription_status !== "incomplete" || latest_invoice_id !== null;',
  }),
  plant("a subscription whose first debit failed continues", {
    file: "functions/stripeEvents/checkoutEnded.ts",
    find: 'await endAs(id, "unpaid");',
    replace: 'if (id === "") await endAs(id, "unpaid");',
  }),
  plant("a first debit that arrives after the end is kept", {
    file: "functions/payments/facts/invoiceFacts.ts",
    find: "return isPaidAtOnce ? paid_at > endedAt : paid_at >= endedAt;",
    replace: 'return billing_reason !== "subscription_create" && paid_at >= endedAt;',
  }),
  plant("a refunded payment keeps its commission", {
    file: "functions/stripeEvents/paymentChanged.ts",
    find: "counts: !hasFailed(refund),",
    replace: "counts: hasFailed(refund) && refund.amount < 0,",
  }),
  plant("a switched-off key is still charged for", {
    file: RULES,
    find: "!entitlement.active || isSuspended(entitlement)",
    replace: "isSuspended(entitlement)",
  }),
  plant("twenty computers hold a full lease of one seat", {
    file: LEASE,
    find: "export const MAX_FULL_LEASES = 2;",
    replace: "export const MAX_FULL_LEASES = 20;",
  }),
  plant("twenty computers hold a short lease of one seat", {
    file: LEASE,
    find: "export const MAX_SHORT_LEASES = 1;",
    replace: "export const MAX_SHORT_LEASES = 20;",
  }),
  plant("a computer that leaves is forgotten while its lease runs", {
    file: "functions/licenses/devices/rules.ts",
    find: '    vacatedBy: "device",\n',
    replace: '    vacatedBy: "device",\n    leases: [],\n',
  }),
  plant("a swapped computer is forgotten while its lease runs", {
    file: "functions/licenses/devices/rules.ts",
    find: 'device: null, vacatedBy: "swap",',
    replace: 'device: null, leases: [], vacatedBy: "swap",',
  }),
  plant("a replaced key forgets the leases of the old one", {
    file: "functions/licenses/replacement/rules.ts",
    find: "const leases = runningLeases(license, now);",
    replace: "const leases = runningLeases(license, now).slice(0, 0);",
  }),
  plant("an offline license is not among the live leases", {
    file: "functions/licenses/offlineRules.ts",
    find: "return { ...after, offline:",
    replace: "return { ...after, leases: license.leases, offline:",
  }),
  plant("a revoked API key still calls", {
    file: "functions/apiKeys/rules.ts",
    find: 'if (key.revokedAt !== null) throw new AppError("AUTH_ERROR", "This API key was revoked.");',
    replace: "",
  }),
  plant(
    "every scope reaches everything",
    {
      file: "functions/apiKeys/call.ts",
      find: "  if (lacking) {",
      replace: "  if (lacking && now.getTime() === 0) {",
    },
    {
      file: "functions/http/keyHolder.ts",
      find: "  if (lacking) throw lacksScope(lacking);\n",
      replace: "",
    },
  ),
  plant("a script's call is not audited", {
    file: "functions/apiKeys/call.ts",
    find: "await transact([entry({}), ...(known",
    replace: "await transact([...[entry({})].slice(1), ...(known",
  }),
  plant("the keys of an operator who left are not revoked", {
    file: "scripts/operator/removal.ts",
    find: "if (leaving.userIds.includes(createdBy))",
    replace: 'if (createdBy === "")',
  }),
  plant("a link counts visitors who did not accept its cookie", {
    file: "functions/referrals/consent/rules.ts",
    find: "return country === null || countries.includes(country);",
    replace: "return country === null;",
  }),
  plant("a busy seat stays busy for an hour", {
    file: LEASE,
    find: "export const SHORT_LEASE = 10 * MINUTE;",
    replace: "export const SHORT_LEASE = 60 * MINUTE;",
  }),
  told(
    "buysLifetimeInstead:1406932606",
    plant(
      "an owner of a lifetime license pays an open renewal",
      {
        file: RULES,
        find: 'if ((owes && !changeWaits) || isCrossed(grants, paidAt)) return settle("over", "lifetime");',
        replace: 'if (!owes && isCrossed(grants, paidAt)) return settle("over", "lifetime");',
      },
      {
        file: OBLIGATIONS,
        find: 'draft: row("charge", "charge", "void", "keep", "void"),',
        replace: 'draft: row("charge", "charge", "charge", "keep", "void"),',
      },
      {
        file: OBLIGATIONS,
        find: 'openInvoice: row("charge", "charge", "void", "keep", "void"),',
        replace: 'openInvoice: row("charge", "charge", "charge", "keep", "void"),',
      },
    ),
  ),
  told(
    "pauseMeetsRenewal:1406932606",
    plant("a renewal that fell into a pause is given away", {
      file: "functions/subscriptions/atStripe/steer.ts",
      find: "const skipped = renewalInPause(seen, now);",
      replace: 'const skipped = seen.id === "" ? renewalInPause(seen, now) : undefined;',
    }),
  ),
  told(
    "signUp:1719212846,saveOffer:996984527,buyYearly:1157490780,settle:1343235941,buyWithCredit:536853562,useGuarantee:1538207304",
    plant("the guarantee does not return a credited payment", {
      file: "functions/refunds/guarantee/find.ts",
      find: "...backOf(credited, from, credit?.cents ?? 0)",
      replace: "...backOf(credited.slice(0, 0), from, credit?.cents ?? 0)",
    }),
  ),
  told(
    "signUp:1772930244,buyMonthly:370913197,pay:639546082,waitAMonth:1695770928,waitADay:2121308585,dispute:1719212846,decideDispute:1157490780",
    plant(
      "a lost dispute over an earlier payment ends the paid period",
      {
        file: RULES,
        find: 'if (entitlement.revocations.includes("dispute")) return "dispute";',
        replace: 'if (troubles.some(({ dispute }) => dispute === "lost")) return "dispute";',
      },
      {
        file: "functions/grants/grantRules.ts",
        find: "endOf(grant, subscription, revocations.size > 0)",
        replace:
          'endOf(grant, subscription, revocations.size > 0 || troubles.some(({ dispute }) => dispute === "lost"))',
      },
    ),
  ),
  told(
    "signUp:1406932606,buyMonthly:654583775,pay:1449466924,settle:229283573,switchUp:1109335178",
    plant("a change of plan has no receipt", {
      file: "functions/stripeEvents/invoicePaid.ts",
      find: 'const HAS_RECEIPT = ["subscription_cycle", "subscription_update"];',
      replace: 'const HAS_RECEIPT = ["subscription_cycle"];',
    }),
  ),
  told(
    "refundKeepsFailing:1406932606",
    plant("a failing refund is repeated forever", {
      file: "functions/payments/giveBack.ts",
      find: 'if (failures >= TRIES) return "failed";',
      replace: "",
    }),
  ),
  told(
    "signUp:11,balanceStaysEmpty:654581",
    plant("a failing transfer is repeated forever", {
      file: "functions/payouts/transfers/refusals.ts",
      find: "return attempts < MAX_ATTEMPTS\n",
      replace: "return attempts < MAX_ATTEMPTS * 99\n",
    }),
  ),
  told(
    "pauseMeetsRenewal:1187033476,signUp:782503578,foundTeam:53603261,signUp:791689313,switchUp:1158204902,buyAndDisappear:2065396303,buyYearly:1591372349,deliver:1545632252",
    plant("the end of one of two subscriptions is not mailed", {
      file: "functions/stripeEvents/subscriptionChanged.ts",
      find: "subscription.ended_for !== null || ownsLifetime(grants)\n",
      replace:
        "subscription.ended_for !== null || grants.some((one) => one.id !== grant.id && !one.entitlement.ended)\n",
    }),
  ),
];
