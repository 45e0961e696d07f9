import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { writeStackFile } from "../../local/stackFile.ts";
import { GUIDED, UNATTENDED } from "../../scripts/verify/table.ts";
import { payCheckout } from "../support/control.ts";
import { mailedCode } from "../support/mail.ts";
import { stack } from "../support/running.ts";
import { linesOf, runVerify } from "../support/verify.ts";

const STACK = path.join(mkdtempSync(path.join(tmpdir(), "verify-")), "stack.json");
writeStackFile(STACK, stack());
const LOCAL = ["--stage", "local", "--stack", STACK];
/** The names of the checks that only a deployed stage can pass. */
const NOT_HERE = [
  "http redirects to https",
  "the gateway refuses requests past CloudFront",
  "no alarm is ringing",
];

const outcomesOf = (said: string) => new Map(linesOf(said).map(([outcome, name]) => [name, outcome]));
const expected = (checks: readonly { name: string }[]) =>
  new Map(checks.map(({ name }) => [name, NOT_HERE.includes(name) ? "not here" : "ok"]));
const cleanups = (said: string) =>
  linesOf(said).filter(([outcome, name]) => name.startsWith("clean up") && outcome === "ok");

test("the running shop passes its checks, both unattended and with a person", async () => {
  const email = `guide-${randomBytes(4).toString("hex")}@example.com`;
  const [unattended, guided] = await Promise.all([
    runVerify(LOCAL),
    runVerify([...LOCAL, "--guided"], { answer: person(email) }),
  ]);

  expect(outcomesOf(unattended.said), unattended.said).toEqual(
    new Map([
      ...expected(UNATTENDED),
      ...cleanups(unattended.said).map(([outcome, name]) => [name, outcome] as const),
    ]),
  );
  expect(unattended.exit).toBe(0);
  expect(cleanups(unattended.said).length).toBeGreaterThanOrEqual(4);

  expect(outcomesOf(guided.said), guided.said).toEqual(
    new Map([
      ...expected(GUIDED),
      ...cleanups(guided.said).map(([outcome, name]) => [name, outcome] as const),
    ]),
  );
  expect(guided.exit).toBe(0);
});

/** Types an address and the mailed code, and pays at the URL in the output. */
function person(email: string) {
  const done = new Set<string>();
  const once = (what: string) => !done.has(what) && Boolean(done.add(what));
  return async (said: string): Promise<string | undefined> => {
    if (said.includes("Your email address") && once("address")) return email;
    if (said.includes(`mailed to ${email}: `) && once("code")) return mailedCode(email);
    const session = /\bcs_test_\w+/.exec(said)?.[0];
    if (session !== undefined && once("payment")) await payCheckout(session);
    return undefined;
  };
}
