import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { SignInCode } from "../../../packages/license-client/src/api.ts";
import { main } from "../../../packages/license-client/src/cli/main.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { publicOf } from "./sign.ts";

const CODE: SignInCode = {
  userCode: "WDJB-MJHT",
  url: "https://shop.example.com/activate",
  urlWithCode: "https://shop.example.com/activate?code=WDJB-MJHT",
  expiresAt: new Date("2026-03-15T12:10:00.000Z"),
};
vi.mock("../../../packages/license-client/src/index.ts", () => ({
  openLicense: async () => ({
    async signIn(show: (code: SignInCode) => void) {
      show(CODE);
      return {
        outcome: "done",
        refusal: null,
        state: {
          name: "active",
          warning: null,
          title: "License active",
          message: "Valid.",
          leaseEndsAt: null,
        },
      };
    },
  }),
}));

const folder = mkdtempSync(join(tmpdir(), "cli-login-"));
const keys = [publicOf(nextLeaseKeys().current)];
writeFileSync(join(folder, "pins.json"), JSON.stringify({ url: "http://x", issuer: "http://x", keys }));
afterAll(() => rmSync(folder, { recursive: true }));

async function login(...options: string[]): Promise<string[]> {
  const printed: string[] = [];
  await main(
    ["login", "--dir", folder, "--url", "http://127.0.0.1:1", ...options],
    (text) => void printed.push(text),
  );
  return printed;
}

test("a person sees the URL to open and the code to compare", async () => {
  const [first] = await login();
  expect(first).toBe(`Open ${CODE.urlWithCode}\nand compare the code: ${CODE.userCode}\n`);
});

test("a program gets a line of JSON with the code, and then a line with the outcome", async () => {
  const lines = (await login("--json")).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { userCode: CODE.userCode, urlWithCode: CODE.urlWithCode },
    { ok: true, outcome: "done" },
  ]);
});
