import type { EndpointId } from "../../../shared/endpoints.ts";
import { anyone, type Scene, type Step } from "./step.ts";

async function operate(scene: Scene, id: EndpointId, input: object, what: string): Promise<string> {
  const { status, body } = await scene.shop.call(id, scene.people.operator, input, scene.fault);
  return `the operator ${what}: ${status} ${body.code ?? ""}`;
}

const refund: Step = async (scene) => {
  const { shop, random } = scene;
  const paid = shop.stripe.store
    .all("paymentIntent")
    .filter(({ status, metadata, customer }) => status === "succeeded" && (metadata.userId || customer));
  const payment = random.pick(paid);
  if (!payment) return undefined;
  const part = random.chance(0.3) ? { amountCents: 1 + random.below(payment.amount) } : {};
  const requestId = random.bytes(8).toString("hex");
  const effect = random.chance(0.2) ? "keep" : "cancel";
  const input = { paymentIntentId: payment.id, requestId, effect, ...part };
  const what = `refunds ${payment.id}${"amountCents" in part ? " in part" : ""} (${effect})`;
  const line = await operate(scene, "refunds/refundPayment", input, what);
  if (!random.chance(0.2)) return line;
  // The operator changes the amount in the same dialog.
  const again = { ...input, amountCents: 1 + random.below(payment.amount) };
  return `${line}, ${await operate({ ...scene, fault: undefined }, "refunds/refundPayment", again, "asks again")}`;
};

const suspend: Step = async (scene) => {
  const person = anyone(scene);
  if (!person) return undefined;
  const row = scene.shop.database.partition("Users", person.sub).find(({ sk }) => sk === "account");
  const suspended = !row?.suspended;
  if (suspended && scene.random.chance(0.5)) return undefined;
  const subscription = scene.random.chance(0.3) ? "cancel" : "pause";
  const giveRenewal = scene.random.chance(0.2);
  const input = { userId: person.sub, suspended, subscription, giveRenewal };
  const what = `${suspended ? "suspends" : "reinstates"} ${person.email}`;
  const line = await operate(scene, "customers/suspendUser", input, what);
  scene.shop.signInAgain();
  return line;
};

const makeKey: Step = async (scene) => {
  const person = anyone(scene);
  if (!person) return undefined;
  const duration = scene.random.pick(["monthly", "yearly", "lifetime"]);
  const maxDailySwaps = 1 + scene.random.below(10);
  return operate(
    scene,
    "licenses/createLicenseKey",
    { userId: person.sub, duration, maxDailySwaps },
    `gives ${person.email} a key`,
  );
};

const switchKey: Step = async (scene) => {
  const license = scene.random.pick(scene.shop.database.rows("Seats").filter(({ sk }) => sk === "license"));
  if (!license || scene.random.chance(0.5)) return undefined;
  const id = scene.random.chance(0.5) ? "licenses/revokeKey" : "licenses/reactivateKey";
  return operate(
    scene,
    id,
    { keyId: license.licenseKey, giveRenewal: scene.random.chance(0.2) },
    id === "licenses/revokeKey" ? "switches a key off" : "switches a key on",
  );
};

const saveOffer: Step = ({ random, ...scene }) => {
  const isEnabled = random.chance(0.9);
  const units = random.below(8);
  return offerUnits({ random, ...scene }, units, isEnabled, random.chance(0.9));
};

export async function offerUnits(
  scene: Scene,
  units: number,
  isEnabled = true,
  isListed = true,
): Promise<string> {
  const offer = scene.shop.database.partition("Promotions", "promotion")[0];
  const input = {
    lifetime_enabled: isEnabled,
    quantity_remaining: units,
    waiting_list: isListed,
    version: Number(offer?.version ?? 0),
  };
  return operate(scene, "promotions/savePromotions", input, `offers ${units} units`);
}

const calculate: Step = (scene) => operate(scene, "payouts/runCalc", {}, "calculates payouts");
const distribute: Step = (scene) => operate(scene, "payouts/runDistribute", {}, "distributes payouts");

const payouts = ({ shop }: Scene, ...states: string[]) =>
  shop.database
    .rows("Payouts")
    .filter(({ sk, status }) => String(sk).startsWith("payout#") && states.includes(String(status)));

function onPayout(id: EndpointId, states: string[], what: string, more: object = {}): Step {
  return async (scene) => {
    const payout = scene.random.pick(payouts(scene, ...states));
    if (!payout) return undefined;
    return operate(scene, id, { payout_id: payout.id, ...more }, `${what} ${payout.id}`);
  };
}

const reject: Step = async (scene) => {
  const rows = scene.shop.database.rows("Payouts");
  const request = scene.random.pick(
    rows.filter(({ sk, status }) => String(sk).startsWith("request#") && status === "pending"),
  );
  if (!request || scene.random.chance(0.5)) return undefined;
  return operate(scene, "payouts/reject", { request_id: request.id, reason: "Not now" }, "rejects a request");
};

const openDispute = ({ shop, random }: Scene) =>
  random.pick(shop.stripe.store.all("dispute").filter(({ status }) => status.endsWith("needs_response")));

/** Saves or submits the evidence that the dispute desk composes. */
const answerDispute: Step = async (scene) => {
  const { shop, people, random } = scene;
  const dispute = openDispute(scene);
  if (!dispute) return undefined;
  const { body } = await shop.call("disputes/getDispute", people.operator, { disputeId: dispute.id });
  const submit = random.chance(0.8);
  const input = { disputeId: dispute.id, evidence: body.evidence ?? {}, submit };
  return operate(
    scene,
    "disputes/answerDispute",
    input,
    `${submit ? "submits" : "saves"} evidence for ${dispute.id}`,
  );
};

const acceptDispute: Step = async (scene) => {
  const dispute = openDispute(scene);
  if (!dispute || scene.random.chance(0.5)) return undefined;
  return operate(scene, "disputes/acceptDispute", { disputeId: dispute.id }, `accepts ${dispute.id}`);
};

export const OPERATOR_STEPS = {
  answerDispute,
  acceptDispute,
  refund,
  suspend,
  makeKey,
  switchKey,
  saveOffer,
  calculate,
  distribute,
  approve: onPayout("payouts/approve", ["pending"], "approves"),
  reject,
  transfer: onPayout("payouts/transfer", ["approved", "failed", "reconciling"], "transfers"),
  cancelPayout: onPayout("payouts/cancel", ["pending", "approved", "failed"], "cancels", {
    reason: "changed my mind",
  }),
} satisfies Record<string, Step>;
