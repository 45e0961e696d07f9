import { describe, expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { SITE_FEATURES } from "#shared/site.ts";
import { API_STAGE } from "../../infra/gate.ts";
import { namesOf, STAGES } from "../../infra/names.ts";
import { FUNCTION_PARTS, PARTS, PARTS_AT_ONCE } from "../../infra/stacks.ts";
import { STAGE_SETTINGS } from "../../infra/stages.ts";
import { findObstacles } from "../../scripts/deploy/check.ts";
import { deploymentOf, readOptions } from "../../scripts/deploy/deployment.ts";
import { originHashes } from "../../scripts/deploy/originHashes.ts";
import { smokeTest } from "../../scripts/deploy/smoke.ts";
import { uploadsOf } from "../../scripts/deploy/upload.ts";
import { operatorHash } from "../../scripts/operator/hash.ts";
import { startCloud } from "../infra/cloud.ts";
import {
  COMPLETE,
  deployOn,
  functionNamed,
  STRIPE_KEY,
  siteFolder,
  stageWith,
  tableWith,
  templateOf,
  without,
} from "../infra/deploying.ts";
import { synthesize } from "../infra/synthesized.ts";

describe("a deployment", () => {
  it("checks, synthesizes, shows the difference, deploys in order, uploads, invalidates and runs the smoke test", async () => {
    const { outcome, calls, said, kept } = await deployOn(COMPLETE);
    expect(outcome).toBe("deployed");
    for (const line of calls.filter((call) => call.includes("cdk deploy")))
      expect(line).toContain(`--concurrency ${PARTS_AT_ONCE} `);
    const steps = calls.filter((line) =>
      /bootstrap|scripts\/test|cdk |PutParameter|s3 PUT|cloudfront/.test(line),
    );
    expect(
      steps.map((line) =>
        line
          .replace(/ --app .*never/, "")
          .replace(new RegExp(String.raw`PUT ${BRAND.slug}-prod-site-\d+/`), ""),
      ),
    ).toEqual([
      "eu-west-1 ssm GetParameter /cdk-bootstrap/hnb659fds/version",
      "us-east-1 ssm GetParameter /cdk-bootstrap/hnb659fds/version",
      "node scripts/test.ts",
      "npx cdk synth --quiet --output cdk.out/prod -c stage=prod -c validate=true",
      "npx cdk diff --app cdk.out/prod --all",
      `npx cdk deploy ${BRAND.slug}-prod-firewall ${BRAND.slug}-prod-data`,
      `eu-west-1 ssm PutParameter /${BRAND.slug}/prod/firewall-arn`,
      `eu-west-1 ssm PutParameter /${BRAND.slug}/prod/origin-accepted`,
      `eu-west-1 ssm PutParameter /${BRAND.slug}/prod/origin-sent`,
      `npx cdk deploy ${BRAND.slug}-prod-site`,
      `npx cdk deploy ${[...FUNCTION_PARTS, "gate", "watch"].map((part) => `${BRAND.slug}-prod-${part}`).join(" ")}`,
      "eu-west-1 s3 assets/main-abc.js",
      "eu-west-1 s3 .well-known/security.txt",
      "eu-west-1 s3 robots.txt",
      "eu-west-1 s3 config.json",
      "eu-west-1 s3 about/index.html",
      "eu-west-1 s3 app.html",
      "eu-west-1 s3 index.html",
      "eu-west-1 cloudfront POST 2020-05-31/distribution/E1/invalidation",
      `eu-west-1 ssm PutParameter /${BRAND.slug}/prod/deployed-commit`,
    ]);
    expect(kept.get(`/${BRAND.slug}/prod/deployed-commit`)).toBe("c0ffee");
    expect(kept.get(`/${BRAND.slug}/prod/firewall-arn`)).toMatch(/^arn:aws:wafv2/);
    expect(said.slice(-2)).toEqual([
      "Done. Your shop is at https://d1.cloudfront.net (prod).",
      "Alarms go to boss@example.com.",
    ]);
    expect([...calls, ...said].join()).not.toContain(STRIPE_KEY);
  });

  const ALARMS = `arn:aws:sns:eu-west-1:111122223333:${BRAND.slug}-prod-alarms`;
  it("ends with a report of alarms without a recipient: the mail is unconfirmed, or Amazon removed the subscription", async () => {
    const unconfirmed = await deployOn({ ...COMPLETE, [ALARMS]: "0" });
    expect(unconfirmed.said.at(-1)).toContain(
      `The alarms of ${BRAND.slug}-prod-alarms in eu-west-1 reach nobody yet: confirm Amazon's mails to boss@example.com`,
    );
    const alone = await deployOn(without(ALARMS));
    expect(alone.said.at(-1)).toContain(`alarms of ${BRAND.slug}-prod-alarms in eu-west-1 reach nobody yet`);
  });

  it("uploads each file with its content type and cache lifetime", async () => {
    const { files } = await deployOn(COMPLETE);
    const headersOf = (key: string) => {
      const { "content-type": type, "cache-control": cache } = files.get(key)?.headers ?? {};
      return [type, cache];
    };
    expect(headersOf("index.html")).toEqual(["text/html; charset=utf-8", "no-cache"]);
    expect(headersOf("config.json")).toEqual(["application/json", "no-cache"]);
    expect(headersOf("assets/main-abc.js")).toEqual([
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
  });

  it("builds without tests if the same commit was already tested", async () => {
    const { outcome, calls } = await deployOn(COMPLETE, undefined, [], { tested: true });
    expect(outcome).toBe("deployed");
    expect(calls).toContain("node scripts/build.ts");
    expect(calls).not.toContain("node scripts/test.ts");
  });

  it.each([
    ["a signed-in person", COMPLETE, /GetCallerIdentity/, /not signed in to AWS[\s\S]*AccessDenied/],
    ["CDK's own resources", without("/cdk-bootstrap/hnb659fds/version"), undefined, /Run: npx cdk bootstrap/],
    ["checks that pass", COMPLETE, /scripts\/test/, /checks failed; nothing was deployed/],
  ])("does not start without %s", async (_what, known, failing, sentence) => {
    const { outcome, calls } = await deployOn(known, failing);
    expect(outcome).toMatch(sentence);
    expect(calls.filter((line) => line.includes("cdk deploy"))).toEqual([]);
  });

  it.each([
    [`/${BRAND.slug}/prod/operator-email`, "npm run operate -- operator:create --stage prod"],
    [`${BRAND.slug}/prod/stripe`, "npm run operate -- secrets:set --stage prod"],
    [`/${BRAND.slug}/prod/lease-keys`, "npm run operate -- secrets:set --stage prod"],
    [`/${BRAND.slug}/prod/stripe/price-monthly`, "npm run operate -- stripe:setup --stage prod"],
  ])("stops before it deploys functions if %s is not set, and says how to set it", async (name, command) => {
    const { outcome, calls } = await deployOn(without(name));
    expect(outcome).toContain(command);
    expect(calls.some((line) => new RegExp(`cdk deploy .*${BRAND.slug}-prod-billing`).test(line))).toBe(
      false,
    );
  });

  it("keeps the resources of a failed first deployment, so that the next deployment can resume", async () => {
    const first = await deployOn(without(`/${BRAND.slug}/prod/site-url`), /cdk deploy .*data/);
    expect(first.outcome).toMatch(/firewall, data failed; the created resources stay/);
    expect(first.calls.at(-1)).toContain("--no-rollback");
  });

  it("rolls back a failed data stack only if an earlier deployment was complete, and always rolls back other stacks", async () => {
    const later = await deployOn(COMPLETE, /cdk deploy .*data/);
    expect(later.outcome).toMatch(/has rolled back each stack that failed/);
    expect(later.calls.at(-1)).not.toContain("--no-rollback");
    const first = await deployOn(without(`/${BRAND.slug}/prod/site-url`), /cdk deploy .*site/);
    expect(first.outcome).toMatch(/has rolled back each stack that failed/);
    expect(first.calls.at(-1)).not.toContain("--no-rollback");
  });

  it("stops if Stripe's setup is too old to have a webhook for affiliates' accounts", async () => {
    const { outcome } = await deployOn({
      ...COMPLETE,
      [`${BRAND.slug}/prod/stripe`]: JSON.stringify({ secretKey: STRIPE_KEY, webhookSecrets: ["whsec_o"] }),
    });
    expect(outcome).toContain("npm run operate -- stripe:setup --stage prod");
  });

  it.each([
    [
      "two index changes of a table",
      "data",
      tableWith("one"),
      /PayoutsTable: .*adds three, adds two.*first change alone/,
    ],
    [
      "a function that moves to another stack",
      "licenses",
      functionNamed(`${BRAND.slug}-prod-a`),
      /from the stack licenses to billing/,
    ],
  ])("does not start with %s, and says how to proceed", async (_what, part, deployed, sentence) => {
    const known = { ...COMPLETE, [`${BRAND.slug}-prod-${part}`]: templateOf(deployed) };
    const { outcome, calls } = await deployOn(known);
    expect(outcome).toMatch(sentence);
    expect(calls.filter((line) => /cdk deploy|PutParameter/.test(line))).toEqual([]);
  });

  it("deploys a stack that has no template yet, because its first change set was never executed", async () => {
    const { outcome } = await deployOn({ ...COMPLETE, [`${BRAND.slug}-prod-licenses`]: "" });
    expect(outcome).toBe("deployed");
  });

  it("reports problems of the deployed site, and how to go back", async () => {
    const problem = ["/config.json answers 404 instead of 200."];
    const { outcome, kept } = await deployOn(COMPLETE, undefined, problem);
    // Otherwise, the pipeline would later roll back to this broken commit.
    expect(kept.has(`/${BRAND.slug}/prod/deployed-commit`)).toBe(false);
    expect(outcome).toMatch(/config\.json answers 404[\s\S]*docs\/deploy\.md, "Go back"/);
  });
});

it.each([
  ["1000", true],
  ["999", false],
  [undefined, false],
])("with a stored quota of %s, the deployment reserves concurrency: %s", async (quota, reserves) => {
  const name = `/${BRAND.slug}/prod/functions-at-once`;
  const known = { ...COMPLETE, ...(quota === undefined ? {} : { [name]: quota }) };
  const { calls } = await deployOn(known);
  expect(calls.some((line) => line.includes("cdk synth") && line.includes("-c reserve=true"))).toBe(reserves);
});

describe("npm run deploy -- --check", () => {
  const NEW = { ...without(`/${BRAND.slug}/prod/site-url`), distributions: "0" };
  const BARE = without(`/${BRAND.slug}/prod/site-url`, "/cdk-bootstrap/hnb659fds/version");
  const check = async (known: Record<string, string>, options: object = {}) => {
    const { outcome, said, calls } = await deployOn(known, undefined, [], { check: true, ...options });
    expect(calls.filter((line) => /^(npx|node)|Put/.test(line))).toEqual([]);
    return `${outcome} ${said.join(" ")}`;
  };

  it("reports that nothing stands in the way, and deploys nothing", async () => {
    expect(await check(NEW)).toMatch(/Nothing stands in the way of deploying prod/);
  });

  it.each([
    [
      "CloudFront's refusal",
      { ...NEW, unverified: "" },
      /must be verified before[\s\S]*case with AWS Support/,
    ],
    ["missing bootstrap", BARE, /bootstrap aws:\/\/111122223333\/eu-west-1[\s\S]*111122223333\/us-east-1/],
    ["an unknown sender", { ...NEW, "sender unknown": "" }, /not verified the domain .*Create the identity/],
  ])("stops for %s, and so does a first deployment", async (_what, known, sentence) => {
    expect(await check(known)).toMatch(/Nothing was deployed. First do this/);
    expect(await check(known)).toMatch(sentence);
    const { outcome, calls } = await deployOn(known);
    expect(outcome).toMatch(sentence);
    expect(calls.some((line) => /^(npx|node)/.test(line))).toBe(false);
  });

  it.each([
    [
      "a low quota of concurrent functions",
      { ...NEW, "functions at once": "10" },
      /Only 10 functions may run at once.*Request 1000/,
    ],
    ["SES's sandbox", { ...NEW, "in SES's sandbox": "" }, /in its sandbox.*Request production access/],
  ])("only notes %s", async (_what, known, sentence) => {
    expect(await check(known)).toMatch(sentence);
    expect(await check(known)).toMatch(/Nothing stands in the way/);
  });

  it("stops in a region without CloudFront's log delivery", async () => {
    const { connect, close } = await startCloud(NEW);
    const aws = await connect();
    const found = await findObstacles({ ...aws, region: "eu-south-1" }, deploymentOf("prod"));
    await close();
    expect(found).toContainEqual({
      kind: "stop",
      sentence: expect.stringContaining("CloudFront delivers no logs to buckets in eu-south-1."),
    });
  });

  it("only notes an unknown sender in dev, where Cognito sends its own mail", async () => {
    expect(await check({ ...NEW, "sender unknown": "" }, { stage: "dev" })).toMatch(
      /not verified the domain[\s\S]*Nothing stands in the way of deploying dev/,
    );
  });
});

it("two deployments replace CloudFront's secret: the API accepts both values, CloudFront sends the new one, and the API drops the old one", async () => {
  const values: Record<string, string> = { v1: "first", v2: "first,second", v3: "second" };
  let known = COMPLETE;
  let [sent, accepted] = ["first", [originHashes("first")]];
  for (const [version, value] of Object.entries(values)) {
    const { outcome, calls, kept } = await deployOn({
      ...known,
      [`${BRAND.slug}/prod/origin`]: value,
      [`version of ${BRAND.slug}/prod/origin`]: version,
    });
    expect(outcome).toBe("deployed");
    known = Object.fromEntries(kept);
    // A stack reads the parameters during its deployment.
    const told = new Map<string, string>();
    for (const line of calls) {
      const [, use = ""] = /PutParameter \S+\/origin-(\w+)/.exec(line) ?? [];
      const given = kept.get(`/${BRAND.slug}/prod/origin-${use}`) ?? "";
      if (use !== "") told.set(use, use === "sent" ? (values[given] ?? "") : given);
      if (/cdk deploy .*-site/.test(line)) sent = told.get("sent") ?? sent;
      if (/cdk deploy .*-billing/.test(line)) accepted = (told.get("accepted") ?? accepted.join()).split(",");
      expect(accepted, line).toContain(originHashes(sent));
    }
    expect(accepted.join()).toBe(originHashes(value));
  }
  expect(sent).toBe("second");
});

it("the deployed configuration of the browser names the pools, the prices and the operator, but not the operator's address", async () => {
  const { files } = await deployOn(COMPLETE);
  const config = files.get("config.json")?.body ?? "";
  expect(config).not.toContain("boss");
  expect(JSON.parse(config)).toEqual({
    apiPath: `/${API_STAGE}`,
    region: "eu-west-1",
    userPoolId: "pool",
    userPoolClientId: "client",
    prices: { monthly: "price_m", lifetime: "price_l" },
    backOffice: {
      userPoolId: "operator-pool",
      userPoolClientId: "operator-client",
      operator: operatorHash("operator-pool", "boss@example.com"),
    },
    features: SITE_FEATURES,
  });
});

it("the deployment removes a route's limit before the route, because the limit needs the route", async () => {
  const deployed = {
    ...COMPLETE,
    [`${BRAND.slug}-prod-gate`]: templateOf(stageWith("GET /stays", "POST /gone")),
  };
  const { outcome, calls } = await deployOn(deployed);
  expect(outcome).toBe("deployed");
  const drop = "eu-west-1 apigateway DELETE v2/apis/a1/stages/backend/routesettings/POST%20%2Fgone";
  expect(calls.filter((line) => line.includes("apigateway"))).toEqual([drop]);
  const functions = calls.findIndex((line) =>
    new RegExp(`cdk deploy .*${BRAND.slug}-prod-billing`).test(line),
  );
  expect(calls.indexOf(drop)).toBeLessThan(functions);
});

it("the deployment deploys every stack", () => {
  const { stack } = deploymentOf("dev");
  return deployOn(COMPLETE).then(({ calls }) => {
    const deployed = calls.filter((line) => line.includes("cdk deploy")).join(" ");
    for (const part of PARTS) expect(deployed).toContain(stack(part).replace("dev", "prod"));
  });
});

it("a deployment of dev succeeds without a firewall", async () => {
  const dev = Object.fromEntries(
    Object.entries(COMPLETE).map(([name, value]) => [
      name.replace(`${BRAND.slug}/prod/`, `${BRAND.slug}/dev/`),
      value,
    ]),
  );
  const { outcome, calls, said } = await deployOn(dev, undefined, [], { stage: "dev" });
  expect(outcome).toBe("deployed");
  expect(said.at(-1)).toBe("This stage has no alarms; confirm Amazon's mail for its budget.");
  expect(calls.join()).not.toContain("firewall");
});

it.each(STAGES)("the deployment uses the stacks' names for %s", (stage) => {
  const [names, ours] = [namesOf(stage), deploymentOf(stage)];
  expect([ours.hasFirewall, ours.hasAlarms]).toEqual([
    STAGE_SETTINGS[stage].firewall,
    STAGE_SETTINGS[stage].alarms,
  ]);
  for (const part of PARTS) expect(ours.stack(part)).toBe(names.stack(part));
  for (const name of ["site-url", "operator-email", "firewall-arn", "stripe/price-monthly"] as const)
    expect(ours.parameter(name)).toBe(names.parameter(name));
  for (const name of ["origin-sent", "origin-accepted"] as const)
    expect(ours.parameter(name)).toBe(names.parameter(name));
  expect(ours.alarmTopic).toBe(names.alarmTopic);
  for (const name of ["stripe", "origin"] as const) expect(ours.secret(name)).toBe(names.secret(name));
  expect(ours.table("Users")).toBe(names.table("Users"));
});

it("the deployment accepts a known stage, and asks for a stage if none is given", () => {
  expect(readOptions(["--stage", "prod", "--domain", "a.example"], ["domain"])).toEqual({
    stage: "prod",
    domain: "a.example",
  });
  expect(() => readOptions([])).toThrow("Say which stage: --stage dev or --stage staging or --stage prod.");
});

it("the deployment uploads assets first and index.html last", () => {
  const order = uploadsOf(siteFolder()).map(({ key }) => key);
  expect(order[0]).toBe("assets/main-abc.js");
  expect(order.at(-1)).toBe("index.html");
  expect(order).toContain(".well-known/security.txt");
});

it("the site's stack takes the firewall as a parameter", () => {
  expect(Object.keys(synthesize({ stage: "prod" }).site.Parameters ?? {})).toContain("FirewallArn");
});

it("the deployment checks pages, headers and the API, which must refuse calls without a sign-in", async () => {
  const answer = (status: number, headers = {}) => new Response(null, { status, headers });
  const headers = { "strict-transport-security": "x", "content-security-policy": "x" };
  const good = async (url: unknown) => answer(String(url).endsWith("/account") ? 401 : 200, headers);
  expect(await smokeTest("https://a.example", good)).toEqual([]);
  const open = await smokeTest("https://a.example", async () => answer(200));
  expect(open).toEqual([
    "/ comes without strict-transport-security.",
    "/dashboard comes without content-security-policy.",
    "/backend/api/account answers 200 instead of 401.",
  ]);
  const down = await smokeTest("https://a.example", async () => Promise.reject(new Error("refused")));
  expect(down).toHaveLength(6);
});
