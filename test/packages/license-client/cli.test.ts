import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../../packages/license-client/src/cli/commands.ts";
import { main } from "../../../packages/license-client/src/cli/main.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { publicOf } from "./sign.ts";

const folder = mkdtempSync(join(tmpdir(), "cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command line on a computer without a network. */
async function type(...words: string[]) {
  let said = "";
  const exit = await main([...words, "--dir", folder, "--url", "http://127.0.0.1:1"], (text) => {
    said += text;
  });
  return { exit, said };
}

describe("without the service's keys", () => {
  test("a command fails and says how to pin the keys", async () => {
    expect(await type("status")).toEqual({ exit: 2, said: expect.stringContaining("cannot be reached") });
    let said = "";
    const url = "https://shop.example.com/backend";
    const print = (text: string) => {
      said += text;
    };
    expect(await main(["status", "--dir", folder, "--url", url], print)).toBe(2);
    expect(said).toContain(`articlip-license pin --url ${url} > ${join(folder, "pins.json")}`);
  });
  test("the refusal of a file of another kind names the file", async () => {
    const file = join(folder, "wrong.json");
    writeFileSync(file, "{}");
    expect(await type("status", "--pins", file)).toEqual({ exit: 2, said: expect.stringContaining(file) });
  });
});

describe("on a computer with pinned keys but no network", () => {
  beforeAll(() => {
    const keys = [publicOf(nextLeaseKeys().current)];
    writeFileSync(join(folder, "pins.json"), JSON.stringify({ url: "http://x", issuer: "http://x", keys }));
  });

  test.each(["", "unknown", "constructor", "toString"])("the unknown command %j is refused", async (name) => {
    expect(await type(name)).toEqual({ exit: 2, said: expect.stringContaining("<command> [options]") });
  });

  test.each(["unknown", "constructor"])("a report of the type %j is refused", async (name) => {
    expect(await type("report", "--type", name)).toEqual({
      exit: 2,
      said: "--type must be one of video, publication, error.\n",
    });
  });

  test.each([
    [["status"], 1, { state: "needs-key", code: "not-activated", mayStart: false, action: "enter-key" }],
    [["offline"], 1, { mayStart: false }],
    [["refresh"], 1, { outcome: "refused", refusal: { code: "NOT_ACTIVATED" } }],
    [["deactivate"], 1, { outcome: "refused", refusal: { code: "NOT_ACTIVATED" } }],
    [["activate", "7K3MQ-9X2VD-4H8TN-R6WBC-PJ5ZE"], 3, { outcome: "not-reached" }],
    [["activate"], 2, {}],
    [["validate"], 3, {}],
    [["report", "--title", "One"], 0, { waiting: 1 }],
  ])("%j exits with %i", async (words, exit, data) => {
    const { exit: found, said } = await type(...words, "--json");
    expect(found).toBe(exit);
    expect(JSON.parse(said)).toMatchObject({ ok: exit === 0, exit, ...data });
  });

  test.each(Object.keys(COMMANDS))("%s --help prints the help", async (name) => {
    expect(await type(name, "--help")).toEqual({ exit: 0, said: expect.stringContaining("Exit codes:") });
  });

  test("leaving is an error if the computer never had a seat", async () => {
    expect((await type("deactivate")).said).toBe(
      "This computer is not activated, so there is nothing to deactivate. (NOT_ACTIVATED)\n",
    );
  });
});
