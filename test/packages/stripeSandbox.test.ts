import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flawsOf, type Installed, installPacked, NODES } from "./packed.ts";

const run = promisify(execFile);

let installed: Installed;
beforeAll(() => {
  installed = installPacked("stripe-sandbox");
});
afterAll(() => rmSync(installed.folder, { recursive: true }));

describe("the packed Stripe sandbox", () => {
  test("contains the program and its build, but no sources", () => {
    expect(readdirSync(installed.place).sort()).toEqual([
      "CHANGELOG.md",
      "README.md",
      "bin",
      "dist",
      "package.json",
    ]);
  });

  test("has a changelog entry for its version", () => {
    const changelog = readFileSync(path.join(installed.place, "CHANGELOG.md"), "utf8");
    expect(changelog).toContain(`## ${installed.manifest.version}\n`);
  });

  test("passes publint and arethetypeswrong", async () => {
    expect(await flawsOf(installed)).toEqual([]);
  });
});

describe.each(NODES)("the installed Stripe sandbox on %s", (node) => {
  test("can be imported and required with the same exports", async () => {
    const file = path.join(installed.app, "both.mjs");
    writeFileSync(
      file,
      `import { createRequire } from "node:module";
       import * as imported from "@articlip/stripe-sandbox";
       const required = createRequire(import.meta.url)("@articlip/stripe-sandbox");
       console.log(Object.keys(imported).join() === Object.keys(required).sort().join());
       const sandbox = await imported.startStripe({ port: 0 });
       console.log((await fetch(sandbox.url + "/dashboard")).status);
       await sandbox.close();`,
    );
    expect((await run(node, [file])).stdout).toBe("true\n200\n");
  });

  test("starts, and answers until a signal ends it", async () => {
    const program = path.join(installed.place, String(installed.manifest.bin["stripe-sandbox"]));
    const child = spawn(node, [program, "--port", "0", "--quiet"], { cwd: installed.app });
    const said: string[] = [];
    child.stderr.on("data", (part) => said.push(String(part)));
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const url = /Stripe sandbox at (http:\/\/127\.0\.0\.1:\d+),/.exec(String(line))?.[1];
    const answer = await fetch(`${url}/v1/customers`, {
      headers: { authorization: "Bearer sk_test_sandbox" },
    });
    expect(await answer.json()).toMatchObject({ object: "list", data: [] });
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([0, null]);
    expect(said.join("")).toBe("");
  });
});
