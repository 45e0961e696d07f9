import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOperator } from "../../scripts/operatorCreate.ts";
import { setSecrets } from "../../scripts/secretsSet.ts";
import { keepStripe } from "../../scripts/stripeSetup.ts";
import { type Bench, startBench } from "../local/stripe/sandbox.ts";
import { machine } from "./machine.ts";

const STAGE = ["--stage", "prod"];
const KEY = ["sk", "live", "of_this_test"].join("_");
const STRIPE = "articlip/prod/stripe";
const LEASE = "articlip/prod/lease";

/** What a command said, or the sentence with which it refused. */
async function outcomeOf(command: (say: (line: string) => void) => unknown): Promise<string> {
  const said: string[] = [];
  try {
    await command((line) => said.push(line));
  } catch (error) {
    said.push(error instanceof Error ? error.message : String(error));
  }
  return said.join("\n");
}

const NOBODY: [what: string, failing: RegExp, sentence: RegExp][] = [
  ["Amazon's command line", /aws --version/, /AWS command line is missing/],
  ["somebody signed in", /get-caller-identity/, /not signed in to AWS/],
];

describe("operator:create", () => {
  const operator = (at: ReturnType<typeof machine>, ...more: string[]) =>
    outcomeOf((say) => createOperator([...STAGE, ...more], { run: at.run, say }));
  const POOL = { "/articlip/prod/user-pool-id": "pool" };
  const EMAIL = ["--email", "boss@example.com"];

  it.each(NOBODY)("does nothing without %s", async (_what, failing, sentence) => {
    const at = machine(POOL, failing);
    expect(await operator(at, ...EMAIL)).toMatch(sentence);
    expect(at.known.size).toBe(1);
  });

  it("asks for an address that is one", async () => {
    expect(await operator(machine(POOL), "--email", "boss")).toMatch(/--email you@example\.com/);
    expect(await operator(machine(POOL))).toMatch(/--email you@example\.com/);
  });

  it("keeps the address where there is no pool and no account yet, and says what comes first", async () => {
    const empty = machine({});
    expect(await operator(empty, ...EMAIL)).toMatch(/no user pool yet. Run npm run deploy -- --stage prod/);
    expect(empty.known.get("/articlip/prod/operator-email")).toBe("boss@example.com");
    expect(await operator(machine(POOL), ...EMAIL)).toMatch(/no account yet.*sign up there/);
  });

  it("makes the account an operator's, and again without harm", async () => {
    const at = machine({ ...POOL, "boss@example.com": "{}" });
    for (const _ of [1, 2]) expect(await operator(at, ...EMAIL)).toMatch(/boss@example\.com is an operator/);
    expect(at.calls.filter((line) => line.includes("admin-add-user-to-group"))).toEqual(
      Array(2).fill(
        "aws cognito-idp admin-add-user-to-group --user-pool-id pool --username boss@example.com --group-name operators",
      ),
    );
  });

  it("does not take a failure for a missing account", async () => {
    expect(await operator(machine(POOL, /admin-get-user/), ...EMAIL)).toMatch(
      /account of boss@example\.com could not be read/,
    );
  });
});

describe("secrets:set", () => {
  const secrets = (at: ReturnType<typeof machine>, answer: string) =>
    outcomeOf((say) => setSecrets(STAGE, { run: at.run, say, ask: async () => answer }));

  it.each(NOBODY)("does nothing without %s", async (_what, failing, sentence) => {
    const at = machine({}, failing);
    expect(await secrets(at, KEY)).toMatch(sentence);
    expect(at.known.size).toBe(0);
  });

  it("keeps Stripe's key beside the webhook's secrets, and makes lease keys", async () => {
    const at = machine({ [STRIPE]: JSON.stringify({ webhookSecrets: ["one"], secretKey: "before" }) });
    expect(await secrets(at, KEY)).toMatch(/Stripe's key is kept[\s\S]*Made the keys that sign leases/);
    expect(JSON.parse(at.known.get(STRIPE) ?? "")).toEqual({ webhookSecrets: ["one"], secretKey: KEY });
    expect(JSON.parse(at.known.get(LEASE) ?? "").current.kid).toBeTypeOf("string");
  });

  it("leaves everything as it is when run again with an empty answer", async () => {
    const at = machine({});
    await secrets(at, KEY);
    const before = new Map(at.known);
    expect(await secrets(at, "")).toBe("");
    expect(at.known).toEqual(before);
  });

  it("takes no key of the wrong kind, and changes nothing then", async () => {
    const at = machine({});
    expect(await secrets(at, KEY.replace("live", "test"))).toMatch(/begins with sk_live_ or rk_live_/);
    expect(at.known.size).toBe(0);
  });

  it("makes no new lease keys because the old ones could not be read", async () => {
    const at = machine({ [LEASE]: "kept" }, /get-secret-value --secret-id articlip\/prod\/lease/);
    expect(await secrets(at, "")).toMatch(/secret articlip\/prod\/lease could not be read/);
    expect(at.known.get(LEASE)).toBe("kept");
  });

  it("shows no secret in what it runs or says", async () => {
    const at = machine({});
    const said = await secrets(at, KEY);
    expect([said, ...at.calls].join()).not.toContain(KEY);
  });
});

describe("stripe:setup", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
    const customer = await bench.stripe.customers.create();
    await bench.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: "https://a.example",
    });
  });
  afterAll(() => bench.close());
  const READY = {
    [STRIPE]: JSON.stringify({ secretKey: KEY, webhookSecrets: ["before"] }),
    "/articlip/prod/site-url": "https://a.example",
  };
  const setup = (at: ReturnType<typeof machine>) =>
    outcomeOf((say) => keepStripe(STAGE, { run: at.run, say, stripeOf: () => bench.stripe }));

  it.each(NOBODY)("does nothing without %s", async (_what, failing, sentence) => {
    expect(await setup(machine(READY, failing))).toMatch(sentence);
  });

  it("says what comes first: the key, then the site's address", async () => {
    expect(await setup(machine({}))).toMatch(/npm run secrets:set -- --stage prod/);
    expect(await setup(machine({ [STRIPE]: READY[STRIPE] ?? "" }))).toMatch(/npm run deploy -- --stage prod/);
  });

  it("keeps prices and each endpoint's secret in front of the one before, and changes neither when run again", async () => {
    const at = machine(READY);
    expect(await setup(at)).toMatch(/signing secret is kept/);
    const kept = () => JSON.parse(at.known.get(STRIPE) ?? "");
    const made = expect.stringMatching(/^whsec_/);
    expect(kept()).toEqual({
      secretKey: KEY,
      webhookSecrets: [made, "before"],
      connectWebhookSecrets: [made],
    });
    for (const name of ["monthly", "lifetime"])
      expect(at.known.get(`/articlip/prod/stripe/price-${name}`)).toMatch(/^price_/);
    const before = new Map(at.known);
    expect(await setup(at)).not.toMatch(/signing secret is kept/);
    expect(at.known).toEqual(before);
  });

  it("throws no endpoint's secrets out for the other's, however often that one is made anew", async () => {
    const at = machine(READY);
    const kept = () => JSON.parse(at.known.get(STRIPE) ?? "");
    const remake = async (isConnect: boolean) => {
      const { data } = await bench.stripe.webhookEndpoints.list();
      const gone = data.find(({ application }) => (application !== null) === isConnect);
      await bench.stripe.webhookEndpoints.del(gone?.id ?? "");
      await setup(at);
    };
    await remake(true);
    const [connected] = kept().connectWebhookSecrets;
    for (let times = 0; times < 3; times += 1) await remake(false);
    const { webhookSecrets, connectWebhookSecrets } = kept();
    expect(webhookSecrets).toHaveLength(2);
    expect(connectWebhookSecrets).toEqual([connected]);
    await remake(true);
    expect(kept()).toMatchObject({
      webhookSecrets,
      connectWebhookSecrets: [expect.stringMatching(/^whsec_/), connected],
    });
  });

  it("keeps the secret of one endpoint where the other cannot be made", async () => {
    const at = machine(READY);
    const { data } = await bench.stripe.webhookEndpoints.list();
    for (const { id } of data) await bench.stripe.webhookEndpoints.del(id);
    const { webhookEndpoints } = bench.stripe;
    const create = webhookEndpoints.create.bind(webhookEndpoints);
    webhookEndpoints.create = (params, ...more) => {
      if (params.connect) throw new Error("Stripe is down");
      return create(params, ...more);
    };
    expect(await setup(at)).toMatch(/Stripe is down/);
    webhookEndpoints.create = create;
    expect(JSON.parse(at.known.get(STRIPE) ?? "").webhookSecrets).toHaveLength(2);
  });
});
