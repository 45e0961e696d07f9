import { describe, expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { COMPLETE, deployOn, without } from "../infra/deploying.ts";

describe("the site's own address", () => {
  const OWN = { domain: "shop.example.com", certificate: "arn:aws:acm:us-east-1:111122223333:certificate/1" };
  const synthOf = (calls: string[]) => calls.find((line) => line.includes("cdk synth")) ?? "";
  const stored = (kept: Map<string, string>) =>
    ["domain", "certificate"].map((name) => kept.get(`/${BRAND.slug}/prod/${name}`));

  it("is stored, so that the next deployment keeps it", async () => {
    const first = await deployOn(COMPLETE, undefined, [], OWN);
    const next = await deployOn(Object.fromEntries(first.kept));
    // GitHub passes empty texts for unset variables.
    const pipeline = await deployOn(Object.fromEntries(first.kept), undefined, [], {
      domain: "",
      certificate: "",
    });
    for (const { calls } of [first, next, pipeline])
      expect(synthOf(calls)).toContain(`-c domain=${OWN.domain} -c certificate=${OWN.certificate}`);
    expect(next.calls.some((line) => line.includes(`PutParameter /${BRAND.slug}/prod/domain`))).toBe(false);
  });

  it("changes with the next deployment that names another address", async () => {
    const first = await deployOn(COMPLETE, undefined, [], OWN);
    const other = { ...OWN, domain: "store.example.com" };
    const { calls, kept } = await deployOn(Object.fromEntries(first.kept), undefined, [], other);
    expect(synthOf(calls)).toContain("-c domain=store.example.com");
    expect(stored(kept)).toEqual([other.domain, other.certificate]);
  });

  it("is removed by the value none", async () => {
    const first = await deployOn(COMPLETE, undefined, [], OWN);
    const { calls, kept } = await deployOn(Object.fromEntries(first.kept), undefined, [], { domain: "none" });
    expect(synthOf(calls)).not.toContain("-c domain");
    expect(stored(kept)).toEqual([undefined, undefined]);
  });

  it.each([
    ["no stack can be made with it", /cdk synth/, [], /could not be synthesized/],
    ["CloudFront refuses its certificate", /cdk deploy .*-site/, [], /rolled back/],
    ["the functions fail", /cdk deploy .*-billing/, [], /rolled back/],
    ["it does not answer", undefined, ["/ does not answer."], /does not answer/],
  ])(
    "is not stored if %s, so the next deployment uses the previous one",
    async (_what, failing, problems, says) => {
      const first = await deployOn(COMPLETE, undefined, [], OWN);
      const other = { domain: "store.example.com", certificate: `${OWN.certificate}2` };
      const known = Object.fromEntries(first.kept);
      const { outcome, kept } = await deployOn(known, failing, problems, other);
      expect(outcome).toMatch(says);
      expect(stored(kept)).toEqual([OWN.domain, OWN.certificate]);
    },
  );

  it("is stored even if settings are still missing, because their setup needs it", async () => {
    const { outcome, kept } = await deployOn(without(`/${BRAND.slug}/prod/lease-keys`), undefined, [], OWN);
    expect(outcome).toContain("secrets:set");
    expect(stored(kept)).toEqual([OWN.domain, OWN.certificate]);
  });

  it("needs a DNS record for the distribution, and an error says so if a new address does not answer", async () => {
    const problems = ["/ does not answer."];
    const first = await deployOn(COMPLETE, undefined, problems, OWN);
    expect(first.outcome).toMatch(
      /record of shop\.example\.com must point to d1\.cloudfront\.net[\s\S]*--certificate/,
    );
    const known = await deployOn(COMPLETE, undefined, [], OWN);
    const later = await deployOn(Object.fromEntries(known.kept), undefined, problems);
    expect(later.outcome).not.toContain("must point to");
    expect(later.outcome).toContain('docs/deploy.md, "Go back"');
  });
});

describe("the issuer of leases, which applications pin", () => {
  const ISSUER = `/${BRAND.slug}/prod/license-issuer`;
  const MOVED = "https://shop.example.com";
  const putAt = (calls: string[]) => calls.findIndex((line) => line.includes(`PutParameter ${ISSUER}`));
  const siteAt = (calls: string[]) => calls.findIndex((line) => /cdk deploy .*-site/.test(line));

  it("is the site's first address, and is stored before any function signs", async () => {
    const known = without(ISSUER, `/${BRAND.slug}/prod/site-url`);
    const { calls, kept } = await deployOn(known, undefined, [], {}, "https://d1.cloudfront.net");
    expect(kept.get(ISSUER)).toBe("https://d1.cloudfront.net");
    expect(putAt(calls)).toBeLessThan(calls.findIndex((line) => /cdk deploy .*-billing/.test(line)));
  });

  it("stays when the site moves", async () => {
    const { calls, kept } = await deployOn(COMPLETE, undefined, [], {}, MOVED);
    expect(kept.get(`/${BRAND.slug}/prod/site-url`)).toBe(MOVED);
    expect([kept.get(ISSUER), putAt(calls)]).toEqual(["https://d1.cloudfront.net", -1]);
  });

  it("is the previous address on a stage without a stored issuer", async () => {
    const { calls, kept } = await deployOn(without(ISSUER), undefined, [], {}, MOVED);
    expect(kept.get(ISSUER)).toBe("https://d1.cloudfront.net");
    expect(putAt(calls)).toBeLessThan(siteAt(calls));
  });
});
