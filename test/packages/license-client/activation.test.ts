import { beforeEach, describe, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import { activate } from "#shared/licenses/device.ts";
import { swapDevice } from "../../../functions/licenses/devices/rules.ts";
import type { License } from "../../../packages/license-client/src/api.ts";
import { entitled } from "../../functions/licenses/license.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY, START } from "./service.ts";

let computer: Computer;
let license: License;
beforeEach(() => {
  computer = createComputer();
  license = computer.open();
});

describe("a new computer", () => {
  test("allows no work before its first connection", async () => {
    expect(await license.state()).toMatchObject({ name: "needs-key", reason: "not-activated" });
    expect(await license.beginWork()).toBeNull();
    computer.service.isDown = true;
    expect(await license.activate(KEY)).toMatchObject({
      outcome: "not-reached",
      state: { name: "needs-key" },
    });
  });

  test("works after the activation", async () => {
    const { state } = await license.activate(KEY);
    expect(state).toMatchObject({
      name: "active",
      warning: null,
      tier: "free",
      leaseEndsAt: new Date(START + DAY),
    });
  });

  test("shows a refusal in the service's words", async () => {
    computer.service.license = {
      ...computer.service.license,
      entitlement: { ...computer.service.license.entitlement, active: false },
    };
    const { refusal } = await license.activate(KEY);
    expect(refusal).toMatchObject({ code: "INACTIVE", message: expect.stringContaining("switched off") });
  });
});

test("leaving the seat ends the right to work and frees the seat", async () => {
  await license.activate(KEY);
  expect((await license.deactivate()).state).toMatchObject({ name: "needs-key", reason: "not-activated" });
  expect(computer.service.license.device).toBeNull();
});

describe("a key that is entered a second time", () => {
  beforeEach(async () => {
    await license.activate(KEY);
  });

  test.each([
    ["unchanged", KEY],
    ["in another format", ` ${KEY.toLowerCase().replaceAll("-", " ")}`],
  ])("%s costs nothing if the answer got lost", async (_name, typed) => {
    computer.service.losesAnswers = true;
    expect(await license.activate(typed)).toMatchObject({
      outcome: "not-reached",
      state: { name: "active" },
    });
    computer.service.losesAnswers = false;
    license = computer.open();
    expect(await license.refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
    expect((await license.refresh()).refusal).toBeNull();
    expect(computer.service.calls.slice(-1)).toEqual(["/api/license/refresh"]);
  });

  test("does not prevent reports or leaving the seat if the answer got lost", async () => {
    computer.service.losesAnswers = true;
    await license.activate(KEY);
    computer.service.losesAnswers = false;
    await license.report("video_created");
    expect((await license.sendReports()).waiting).toBe(0);
    computer.service.losesAnswers = true;
    await license.activate(KEY);
    computer.service.losesAnswers = false;
    expect((await license.deactivate()).refusal).toBeNull();
    expect(computer.service.license.device).toBeNull();
  });

  test("does not take back a swapped seat if the service refused the key before the swap", async () => {
    const { license: good } = computer.service;
    computer.service.license = entitled({ ended: true }, good);
    expect((await license.activate(KEY)).refusal?.code).toBe("EXPIRED");
    computer.service.license = swapDevice(good, new Date(computer.service.now));
    expect((await license.refresh()).refusal?.code).toBe("FINGERPRINT_MISMATCH");
  });
});

test("the client keeps the current key if the activation of another key gets no answer", async () => {
  await license.activate(KEY);
  computer.service.isDown = true;
  await license.activate("another key");
  computer.service.isDown = false;
  expect((await license.refresh()).refusal).toBeNull();
  expect(computer.service.calls.slice(-1)).toEqual(["/api/license/refresh"]);
});

test("leaving the seat is refused without a call if the computer never had a seat", async () => {
  expect(await license.deactivate()).toMatchObject({
    outcome: "refused",
    refusal: { code: "NOT_ACTIVATED" },
  });
  expect(computer.service.calls).toEqual([]);
});

test("the client cleans and shortens the computer's data for the service without splitting a character", async () => {
  const named = computer.open(undefined, {
    computerName: `Anna's\n${"👩‍💻".repeat(40)}`,
    os: "Linux\t6.1 ".repeat(20),
    appVersion: "10.20.30-beta.1+build.20261128.0123456789",
  });
  expect((await named.activate(KEY)).outcome).toBe("done");
  const { device } = computer.service.license;
  expect(device).toMatchObject({
    computerName: `Anna's ${"👩‍💻".repeat(24)}`,
    appVersion: "10.20.30-beta.1+build.20261128.0",
  });
  expect(activate.input.safeParse({ ...device, licenseKey: KEY }).error).toBeUndefined();
});
