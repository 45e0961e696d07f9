import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Evidence, eachField } from "#shared/disputes/operator.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { handler as accept } from "../../../functions/disputes/acceptDispute.ts";
import { handler as answer } from "../../../functions/disputes/answerDispute.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
const outside = vi.hoisted(() => ({ url: "" }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));
vi.stubEnv("TABLE_AUDIT", "audit");
vi.stubEnv("SECRET_STRIPE", "stripe");

const rows = memoryDynamo(network());
let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ now: () => new Date() });
  outside.url = bench.sandbox.url;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await bench.close();
});
beforeEach(() => rows.clear());

async function dispute(reason: string): Promise<string> {
  const { latest_charge: charge } = await bench.stripe.paymentIntents.create({
    amount: 3000,
    currency: "usd",
    payment_method: "pm_card_visa",
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    metadata: { userId: "ann" },
  });
  const { id } = (await bench.control("disputes", { charge, reason })) as { id: string };
  return id;
}

type Handler = (call: {
  input: object;
  caller: object;
  now: Date;
}) => Promise<{ dispute: { status: string; user_id: string | null } }>;
/** Contains letters and marks that Latin-1 lacks. */
const WORDS = "Łukasz (李) wrote – “again” – about 5 €.";
const evidence = { ...eachField(() => ""), uncategorized_text: WORDS };
const call = (handler: unknown, input: object, signedInAt = new Date()) =>
  (handler as Handler)({ input, caller: { userId: "operator", signedInAt }, now: new Date() });
const audited = () => rows.of("audit").map(({ action, userId, after }) => ({ action, userId, after }));

test("a draft is saved at Stripe and evidence is submitted once as text, each after its audit entry", async () => {
  const disputeId = await dispute("fraudulent");
  const saved = await call(answer, { disputeId, evidence, submit: false });
  expect(saved.dispute).toMatchObject({ status: "needs_response", submitted: false });
  const stale = new Date(Date.now() - 6 * 60_000);
  await expect(call(answer, { disputeId, evidence, submit: true }, stale)).rejects.toMatchObject({
    code: "FRESH_SIGN_IN_REQUIRED",
  });
  const sent = await call(answer, { disputeId, evidence, submit: true });
  expect(sent.dispute).toMatchObject({ status: "under_review", submitted: true, can_answer: false });
  const atBank = await bench.stripe.disputes.retrieve(disputeId);
  expect(atBank.evidence.uncategorized_text).toBe(WORDS);
  expect(atBank.evidence.uncategorized_file).toBeNull();
  const row = { action: "disputes/answerDispute", userId: "ann" };
  expect(audited()).toEqual([
    { ...row, after: { asked: { submit: false } } },
    { ...row, after: { status: "needs_response" } },
    { ...row, after: { asked: { submit: true } } },
    { ...row, after: { status: "under_review" } },
  ]);
  await expect(call(answer, { disputeId, evidence, submit: true })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await expect(call(accept, { disputeId })).rejects.toMatchObject({ code: "CONFLICT" });
  expect((await bench.stripe.disputes.retrieve(disputeId)).evidence_details.submission_count).toBe(1);
});

test("clearing a text of the evidence clears it at Stripe, and the answer still names the customer", async () => {
  const disputeId = await dispute("fraudulent");
  await call(answer, { disputeId, evidence, submit: false });
  const cleared = { ...eachField(() => ""), product_description: "Videos from articles." };
  const saved = await call(answer, { disputeId, evidence: cleared, submit: false });
  expect(saved.dispute.user_id).toBe("ann");
  const atBank = await bench.stripe.disputes.retrieve(disputeId);
  expect(atBank.evidence).toMatchObject({
    uncategorized_text: null,
    product_description: "Videos from articles.",
  });
});

test("an accepted dispute is lost and cannot be accepted again", async () => {
  const disputeId = await dispute("product_not_received");
  expect((await call(accept, { disputeId })).dispute.status).toBe("lost");
  expect(audited().map(({ after }) => after)).toEqual([{ asked: "accept" }, { status: "lost" }]);
  await expect(call(accept, { disputeId })).rejects.toMatchObject({ code: "CONFLICT" });
});

test("an inquiry can be answered but not accepted", async () => {
  const disputeId = await dispute("inquiry");
  await expect(call(accept, { disputeId })).rejects.toMatchObject({ code: "CONFLICT" });
  const { dispute: after } = await call(answer, { disputeId, evidence, submit: true });
  expect(after.status).toBe("warning_under_review");
  expect(audited()).toHaveLength(2);
});

test("a dispute that Stripe does not know is answered with NOT_FOUND", async () => {
  await expect(call(answer, { disputeId: "du_none", evidence, submit: true })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test.each([
  ["service_date", 5_000],
  ["customer_email_address", 5_000],
  ["uncategorized_text", 20_000],
])("the evidence field %s takes at most %i characters, as at Stripe", async (field, most) => {
  const disputeId = await dispute("fraudulent");
  const withText = (text: string) => ({ ...evidence, [field]: text });
  const longest = Evidence.parse(withText("x".repeat(most)));
  await call(answer, { disputeId, evidence: longest, submit: false });
  const { error } = Evidence.safeParse(withText("x".repeat(most + 1)));
  expect(error?.issues).toMatchObject([{ path: [field], message: `At most ${most} characters` }]);
});
