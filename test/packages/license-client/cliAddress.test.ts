import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { main } from "../../../packages/license-client/src/cli/main.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { publicOf } from "./sign.ts";

const keys = [publicOf(nextLeaseKeys().current)];
const KEY = "7K3MQ-9X2VD-4H8TN-R6WBC-PJ5ZE";

async function serve() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end(JSON.stringify({ keys }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { asked, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let pinned: Awaited<ReturnType<typeof serve>>;
let local: Awaited<ReturnType<typeof serve>>;
let folder: string;
beforeAll(async () => {
  [pinned, local] = [await serve(), await serve()];
});
afterAll(() => {
  pinned.server.close();
  local.server.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cli-address-"));
  mkdirSync(join(folder, ".local"));
  mkdirSync(join(folder, "work/below"), { recursive: true });
  vi.spyOn(process, "cwd").mockReturnValue(join(folder, "work/below"));
  pinned.asked.length = 0;
  local.asked.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const stackAt = (apiUrl: string) =>
  writeFileSync(join(folder, ".local/stack.json"), JSON.stringify({ apiUrl }));
const pin = (file: string) =>
  writeFileSync(join(folder, file), JSON.stringify({ url: pinned.url, issuer: pinned.url, keys }));
async function type(...words: string[]) {
  let said = "";
  const exit = await main(words, (text) => {
    said += text;
  });
  return { exit, said };
}
const activate = (...options: string[]) => type("activate", KEY, "--dir", folder, ...options);

test.each([
  ["in the folder", "pins.json", []],
  ["in a given file", "named.json", ["--pins"]],
])("the key goes to the address pinned %s, not to stack.json's address", async (_where, file, option) => {
  pin(file);
  stackAt(local.url);
  await activate(...option.flatMap((name) => [name, join(folder, file)]));
  expect(pinned.asked).toContain("/api/license/activate");
  expect(local.asked).toEqual([]);
});

test("a given address replaces the pinned one", async () => {
  pin("pins.json");
  await activate("--url", local.url);
  expect(local.asked).toContain("/api/license/activate");
  expect(pinned.asked).toEqual([]);
});

test("without pins the program uses the stack on this machine", async () => {
  stackAt(local.url);
  await activate();
  expect(local.asked).toContain("/api/license/activate");
});

test.each([
  "https://shop.example.com/backend",
  "http://localhost.example.com",
  "http://127.0.0.1@shop.example.com",
])("a stack.json with the address %s is refused without a request or a pin", async (url) => {
  stackAt(url);
  const file = join(folder, ".local/stack.json");
  const refused = {
    exit: 2,
    said: `${file} names ${url}, which is not on this machine. Pass --url to use it.\n`,
  };
  expect(await activate()).toEqual(refused);
  expect(await type("pin")).toEqual(refused);
});

test.each(["shop.example.com", "nonsense"])(
  "the invalid URL %s leads to an error that asks for pins",
  async (url) => {
    expect(await activate("--url", url)).toEqual({
      exit: 2,
      said: expect.stringContaining("Pin the service's keys first"),
    });
  },
);
