import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FEATURES } from "../../infra/features.ts";

const ORDER = Object.keys(FEATURES);

/** For each import rule, one file that breaks it. The rule must report that file. */
type Planted = { file: string; text: string };

const PLANTED: Record<string, Planted> = {
  "shared-imports-shared-and-zod": { file: "shared/planted.ts", text: 'import "node:fs";' },
  "rules-are-pure": { file: "functions/planted/rules.ts", text: 'import "node:crypto";' },
  "dynamo-in-tables-only": {
    file: "functions/planted/store.ts",
    text: 'import "@aws-sdk/client-dynamodb";',
  },
  "sdks-in-platform-only": { file: "functions/planted/pay.ts", text: 'import "stripe";' },
  "handlers-are-ends": {
    file: "functions/licenses/planted.ts",
    text: 'import "./activate.ts";',
  },
  "features-have-doors": {
    file: "functions/checkout/facts.ts",
    text: 'import "../payments/facts/subscriptionFacts.ts";',
  },
  "features-go-one-way": {
    file: "functions/grants/upward.ts",
    text: 'import "../licenses/index.ts";',
  },
  "tables-ask-no-stripe": {
    file: "functions/planted/customerTable.ts",
    text: 'import "../platform/stripe.ts";',
  },
  "infra-imports-shared-and-cdk": {
    file: "infra/planted.ts",
    text: 'import "../functions/platform/env.ts";',
  },
  "customers-never-load-the-back-office": {
    file: "web/src/customer/planted.ts",
    text: 'import "../operator/page.ts";',
  },
  "the-back-office-never-loads-the-shop": {
    file: "web/src/operator/planted.ts",
    text: 'import "../customer/planted.ts";',
  },
  "ui-knows-no-product": { file: "web/src/ui/planted.ts", text: 'import "../../../shared/brand.ts";' },
  "web-imports-web-and-shared": {
    file: "web/src/app/planted.ts",
    text: 'import "../../../functions/platform/env.ts";',
  },
  "registry-is-for-the-workshop": {
    file: "functions/planted/registry.ts",
    text: 'import "../../shared/endpoints.ts";',
  },
  "local-runs-the-template": { file: "local/planted.ts", text: 'import "../infra/events.ts";' },
  "packages-know-no-shop": {
    file: "packages/stripe-sandbox/src/planted.ts",
    text: 'import "../../../shared/brand.ts";',
  },
  "packages-are-entered-by-their-entry": {
    file: "local/deep.ts",
    text: 'import "../packages/stripe-sandbox/src/server.ts";',
  },
  "the-client-has-no-dependencies": {
    file: "packages/license-client/src/cli/planted.ts",
    text: 'import "../../../../shared/errors.ts";',
  },
  "the-client-knows-its-system-by-ports": {
    file: "packages/license-client/src/planted.ts",
    text: 'import "node:fs";',
  },
  "no-cycles": { file: "shared/circle.ts", text: 'import "./circleBack.ts";' },
  "nothing-unresolved": { file: "shared/lost.ts", text: 'import "./nowhere.ts";' },
};

/** More files that the rules must report. */
const ALSO: readonly [rule: string, planted: Planted][] = [
  ...ORDER.slice(0, -1).map((feature, at): [string, Planted] => [
    "features-go-one-way",
    { file: `functions/${feature}/next.ts`, text: `import "../${ORDER[at + 1]}/next.ts";` },
  ]),
  [
    "packages-know-no-shop",
    { file: "packages/local-aws/src/planted.ts", text: 'import "../../../shared/brand.ts";' },
  ],
  [
    "packages-know-no-shop",
    { file: "packages/local-aws/src/sandbox.ts", text: 'import "../../stripe-sandbox/src/index.ts";' },
  ],
  [
    "packages-are-entered-by-their-entry",
    { file: "local/deepAws.ts", text: 'import "../packages/local-aws/src/start.ts";' },
  ],
];

const root = path.resolve(import.meta.dirname, "../..");
const copy = mkdtempSync(path.join(tmpdir(), "imports-"));
let violations: { rule: { name: string }; from: string }[] = [];

beforeAll(async () => {
  for (const entry of [
    "shared",
    "functions",
    "infra",
    "local",
    "packages",
    "package.json",
    "tsconfig.json",
    ".dependency-cruiser.mjs",
  ])
    cpSync(path.join(root, entry), path.join(copy, entry), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const files = [
    ...Object.values(PLANTED),
    ...ALSO.map(([, planted]) => planted),
    { file: `functions/${ORDER.at(-1)}/next.ts`, text: "export const next = 1;" },
    { file: "web/src/operator/page.ts", text: "export const page = 1;" },
    { file: "shared/circleBack.ts", text: 'import "./circle.ts";' },
  ];
  for (const { file, text } of files) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), `${text}\nexport const planted = "${file}";\n`);
  }
  const cruise = promisify(execFile)(
    process.execPath,
    [
      path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs"),
      ...["--config", ".dependency-cruiser.mjs", "--output-type", "json"],
      ...["shared", "functions", "infra", "web", "local", "packages"],
    ],
    { cwd: copy, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: { stdout: string }) => error);
  violations = JSON.parse((await cruise).stdout).summary.violations;
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each([...Object.entries(PLANTED), ...ALSO].map(([rule, { file }]) => [rule, file] as const))(
  "the rule %s finds the import planted in %s",
  (rule, file) => {
    expect(violations.filter((violation) => violation.rule.name === rule).map(({ from }) => from)).toContain(
      file,
    );
  },
);

test("every rule has a planted violation", async () => {
  const file = path.join(root, ".dependency-cruiser.mjs");
  const config: { default: { forbidden: { name: string }[] } } = await import(file);
  expect([...new Set(config.default.forbidden.map(({ name }) => name))].sort()).toEqual(
    Object.keys(PLANTED).sort(),
  );
});
