import { beforeEach, expect, test } from "vitest";
import type { License } from "../../../packages/license-client/src/api.ts";
import { entitled } from "../../functions/licenses/license.ts";
import { type Computer, createComputer } from "./computer.ts";
import { MemoryStorage } from "./memory.ts";
import { KEY } from "./service.ts";

let computer: Computer;
let license: License;
beforeEach(() => {
  computer = createComputer();
  license = computer.open();
});

test("the library explains the license of this computer and stores nothing", async () => {
  await license.activate(KEY);
  const before = new Map(computer.kept);
  expect(await license.explain()).toMatchObject({ code: "VALID", cause: "This computer has the seat." });
  computer.service.license = entitled({ suspensions: ["payment"] }, computer.service.license);
  expect(await license.explain()).toMatchObject({
    code: "PAYMENT_REQUIRED",
    button: { label: "Fix payment", url: "https://shop.example.com/dashboard/subscription/manage" },
  });
  expect(computer.kept).toEqual(before);
});

test("the library explains a typed key before the activation", async () => {
  expect(await license.explain({ licenseKey: KEY })).toMatchObject({ code: "FINGERPRINT_MISMATCH" });
  expect(await license.explain({ licenseKey: "another" })).toMatchObject({ code: "NOT_FOUND" });
});

test("the library explains a copied installation as a copy", async () => {
  await license.activate(KEY);
  const copy = computer.open(new MemoryStorage(new Map(computer.kept)));
  await license.deactivate();
  await license.activate(KEY);
  expect((await copy.explain()).code).toBe("CLONE_SUSPECTED");
});

test("an explanation says if the service was not reached, and the library ignores an unsigned answer", async () => {
  computer.service.isDown = true;
  expect(await license.explain()).toMatchObject({ code: "NOT_REACHED", button: null });
  computer.service.isDown = false;
  computer.service.tamper = () => ({
    status: 200,
    proof: null,
    body: '{"code":"VALID","sentence":"All is well."}',
  });
  expect((await license.explain()).code).toBe("NOT_REACHED");
});

test("the link to support opens a mail", async () => {
  computer.service.license = entitled({ active: false }, computer.service.license);
  expect((await license.explain({ licenseKey: KEY })).button?.url).toMatch(/^mailto:/);
});
