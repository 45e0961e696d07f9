import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Finding, findingsIn, SHAPES } from "./voice.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Only subjects after this commit are checked: history before it cannot change. */
const SINCE = "30d8020419945176103df5c1979cbeeb7940a432";

/** What others wrote, and the rule's own examples. */
const SKIPPED = /^package-lock\.json$|^test\/rules\/voice\./;

/** Words that others chose, each with the file that may repeat them and the reason. */
const QUOTED = [
  {
    text: "videos optimised",
    file: "web/src/public/content.ts",
    why: "the specification's claim, letter by letter",
  },
  { text: "Transaction cancelled", file: "local/aws/faults.ts", why: "DynamoDB's message" },
  { text: "Transaction cancelled", file: "test/simulation/database.ts", why: "DynamoDB's message" },
];

function git(...args: string[]): string {
  const { status, stdout } = spawnSync("git", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`git ${args[0]} failed`);
  return stdout;
}

/** Not reread yet. Take a file out of this list once it is; no file may be added. */
const PENDING = new Set([
  "bench/results.md",
  "docs/api/openapi.json",
  "docs/decisions/firewall.md",
  "docs/decisions/origin-secret.md",
  "docs/decisions/sessions.md",
  "docs/decisions/told-changes.md",
  "docs/flows.md",
  "docs/judges.md",
  "docs/promises.md",
  "docs/runbook.md",
  "docs/security.md",
  "functions/accounts/address/table.ts",
  "functions/accounts/changeEmail.ts",
  "functions/accounts/notices/rules.ts",
  "functions/accounts/postConfirmation.ts",
  "functions/accounts/sessions/pause.ts",
  "functions/accounts/sessions/table.ts",
  "functions/accounts/startSession.ts",
  "functions/accounts/table.ts",
  "functions/billing/collecting/useCard.ts",
  "functions/billing/events/checkoutCompleted.ts",
  "functions/billing/events/customerChanged.ts",
  "functions/billing/paymentFacts.ts",
  "functions/billing/rules.ts",
  "functions/licenses/replacement/replace.ts",
  "functions/licenses/table.ts",
  "functions/limits/table.ts",
  "infra/auth.ts",
  "infra/names.ts",
  "infra/policy.ts",
  "shared/accounts/change.ts",
  "shared/accounts/customer.ts",
  "test/browser/account.test.ts",
  "test/functions/accounts/announceChanges.test.ts",
  "test/functions/accounts/sendPasswordReset.test.ts",
  "test/functions/billing/moneyFollowsRights.test.ts",
  "test/functions/billing/rules.test.ts",
  "test/functions/licenses/replacement/replace.test.ts",
  "test/functions/platform/http.test.ts",
  "test/functions/security/newSignIn.test.ts",
  "test/infra/access.test.ts",
  "test/infra/auth.test.ts",
  "test/infra/stateful.test.ts",
  "test/integration/passwords.test.ts",
  "test/isolated/takeover.test.ts",
  "test/properties/billingOrder.test.ts",
  "test/properties/billingRaces.test.ts",
  "test/rules/costs.test.ts",
  "test/rules/messages.test.ts",
  "test/simulation/determinism.ts",
  "test/simulation/invariants/money.ts",
  "test/simulation/invariants/rights.ts",
  "test/simulation/main.ts",
  "test/simulation/plants/all.ts",
  "test/simulation/shop.ts",
  "test/simulation/steps/affiliate.ts",
  "test/simulation/steps/paying.ts",
  "test/simulation/steps/plots.ts",
  "test/simulation/steps/stripe.ts",
  "test/simulation/story.ts",
  "test/simulation/stripe.ts",
  "test/support/memory/network.ts",
  "test/support/memory/stripe.ts",
  "test/functions/accounts/rules.test.ts",
  "test/integration/audiences.test.ts",
]);

const isHere = (commit: string): boolean =>
  spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status === 0;

const FILES = git("ls-files", "-z")
  .split("\0")
  .filter((file) => /\.(ts|tsx|mjs|js|md|json|css|html|yml|py|xml)$/.test(file))
  .filter((file) => !PENDING.has(file) && !SKIPPED.test(file) && existsSync(path.join(root, file)));

/** A shallow clone has only its newest commit. */
const SUBJECTS = git("log", "--format=%s", ...(isHere(SINCE) ? [`${SINCE}..HEAD`] : ["-1"]))
  .split("\n")
  .filter((subject) => subject !== "");

const inWords = (place: string, { said, shape }: Finding): string => `${place}: "${said}": ${shape.instead}`;

test("no file says what docs and code do not say here", () => {
  const found = FILES.flatMap((file) => {
    const quoted = QUOTED.flatMap((quote) => (quote.file === file ? [quote.text] : []));
    const text = readFileSync(path.join(root, file), "utf8");
    return findingsIn(text, quoted).map((finding) => inWords(`${file}:${finding.line}`, finding));
  });
  expect(found).toEqual([]);
});

test("neither does the subject of a commit", () => {
  const found = SUBJECTS.flatMap((subject) =>
    findingsIn(subject).map((finding) => inWords(subject, finding)),
  );
  expect(found, "reword it before it lands").toEqual([]);
});

test("every quotation is still in its file", () => {
  for (const { text, file } of QUOTED) expect(readFileSync(path.join(root, file), "utf8")).toContain(text);
});

describe.each(SHAPES.map((shape) => [shape.name, shape] as const))("%s", (name, { found, fine = [] }) => {
  const namesIn = (text: string) => findingsIn(text).map(({ shape }) => shape.name);

  test.each(found)("is found in: %s", (text) => {
    expect(namesIn(text)).toContain(name);
  });

  if (fine.length > 0)
    test.each(fine)("is not found in: %s", (text) => {
      expect(namesIn(text)).not.toContain(name);
    });
});

test("a phrase is found across the line break of a comment, and on its line", () => {
  const text = "const a = 1;\n/**\n * A message that the owner is\n * told later.\n */\n";
  expect(findingsIn(text).map(({ line, said }) => ({ line, said }))).toEqual([
    { line: 3, said: "is * told" },
  ]);
});

test("a quotation hides its own words and no others", () => {
  const text = 'throw new Error("Transaction cancelled"); // cancelled';
  expect(findingsIn(text, ["Transaction cancelled"])).toHaveLength(1);
});
