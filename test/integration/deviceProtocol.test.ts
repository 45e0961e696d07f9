import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { LICENSE_CODES } from "#shared/licenses/standing.ts";
import { freeKeyOf } from "../support/devices.ts";
import { signUpPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";

const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/device-protocol.md"), "utf8");
/** The page's shell blocks, each with the code that the page names as the answer. */
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```(?:\n→ `(\w+)`)?/g)].map(([, script = "", code]) => ({
  script,
  code,
}));

test("every example on the device protocol's page gets the answer that the page names", async () => {
  const key = await freeKeyOf(await signUpPerson());
  const told = blocks.filter(({ code }) => code !== undefined);
  expect(told.length).toBeGreaterThanOrEqual(9);
  // All blocks run in one shell, because later blocks use variables of earlier ones.
  const script = blocks.map(({ script: lines }, index) => `${lines}\necho; echo "=== ${index}"`).join("\n");
  const { stdout } = await promisify(execFile)("sh", ["-c", script], {
    env: {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      SITE: stack().siteUrl,
      KEY: key,
    },
  });
  const answers = stdout.split(/=== \d+\n/);
  for (const [index, { code, script: lines }] of blocks.entries()) {
    if (code === undefined) continue;
    expect(
      /"code":"(\w+)"/.exec(answers[index] ?? "")?.[1],
      `${lines}\nwas answered:\n${answers[index]}`,
    ).toBe(code);
  }
});

test("the page names every code that a computer may receive", () => {
  for (const code of LICENSE_CODES) expect(page).toContain(`\`${code}\``);
});
