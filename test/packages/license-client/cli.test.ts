import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "../../../packages/license-client/src/cli/main.ts";

const folder = mkdtempSync(join(tmpdir(), "cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What somebody types, on a computer that reaches nothing. */
async function type(...words: string[]) {
  let said = "";
  const exit = await main([...words, "--dir", folder, "--url", "http://127.0.0.1:1"], (text) => {
    said += text;
  });
  return { exit, said };
}

test.each(["", "unknown", "constructor", "toString"])("the command %j is not understood", async (name) => {
  expect(await type(name)).toEqual({ exit: 2, said: expect.stringContaining("<command> [options]") });
});

test.each(["unknown", "constructor"])("nothing of the type %j is reported", async (name) => {
  expect(await type("report", "--type", name)).toEqual({
    exit: 1,
    said: "--type must be one of video, publication, error.\n",
  });
});
