import { describe, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { answered, withoutInternet } from "./answering.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY } from "./service.ts";

test("a computer without internet works for 30 days, and renews with another file", async () => {
  const computer = withoutInternet();
  const license = computer.open();
  const { outcome, state } = await license.acceptOffline(answered(computer, await license.requestOffline()));
  expect([outcome, state.name]).toEqual(["done", "active"]);
  computer.pass(28 * DAY);
  expect(await computer.open().state()).toMatchObject({
    name: "active",
    warning: "offline",
    message: "Get a new offline license under Seats, or enter your key online.",
  });
  const next = answered(computer, await license.requestOffline());
  expect((await license.acceptOffline(next)).outcome).toBe("done");
  computer.pass(29 * DAY);
  expect((await license.state()).name).toBe("active");
  computer.pass(DAY);
  expect(await license.state()).toMatchObject({
    name: "needs-key",
    reason: "offline-ended",
    action: "enter-key",
  });
  computer.service.isDown = false;
  expect((await license.activate(KEY)).state.name).toBe("active");
});

test("a request stays the same until its answer arrives", async () => {
  const computer = withoutInternet();
  const license = computer.open();
  const first = await license.requestOffline();
  expect(await computer.open().requestOffline()).toBe(first);
  await license.acceptOffline(answered(computer, first));
  expect(await license.requestOffline()).not.toBe(first);
});

test("an activated computer keeps its activation through an offline license", async () => {
  const computer = createComputer();
  const license = computer.open();
  await license.activate(KEY);
  computer.service.isDown = true;
  await license.acceptOffline(answered(computer, await license.requestOffline()));
  computer.pass(29 * DAY);
  expect((await license.state()).name).toBe("active");
  computer.service.isDown = false;
  expect((await license.refresh()).outcome).toBe("done");
  expect((await license.deactivate()).outcome).toBe("done");
});

describe("an answer is refused", () => {
  const refusalOf = async (computer: Computer, answer: string) => {
    const before = new Map(computer.kept);
    const { outcome, refusal } = await computer.open().acceptOffline(answer);
    expect(outcome).toBe("refused");
    if (refusal?.code !== "ANSWER_EXPIRED") expect(new Map(computer.kept)).toEqual(before);
    return refusal?.code;
  };

  test("on another computer", async () => {
    const computer = withoutInternet();
    const answer = answered(computer, await computer.open().requestOffline());
    computer.components.disk = "nvme-2";
    computer.components.install = "other";
    computer.components.network = "aa:bb:cc:00:11:33";
    await computer.open().requestOffline();
    expect(await refusalOf(computer, answer)).toBe("ANSWER_OTHER_COMPUTER");
  });

  test("a second time, even after another request", async () => {
    const computer = withoutInternet();
    const answer = answered(computer, await computer.open().requestOffline());
    await computer.open().acceptOffline(answer);
    expect(await refusalOf(computer, answer)).toBe("ANSWER_USED");
    await computer.open().requestOffline();
    expect(await refusalOf(computer, answer)).toBe("ANSWER_USED");
  });

  test("after its expiry", async () => {
    const computer = withoutInternet();
    const answer = answered(computer, await computer.open().requestOffline());
    computer.pass(30 * DAY);
    expect(await refusalOf(computer, answer)).toBe("ANSWER_EXPIRED");
    const next = answered(computer, await computer.open().requestOffline());
    expect((await computer.open().acceptOffline(next)).state.name).toBe("active");
  });

  test("if it is not from the service", async () => {
    const computer = withoutInternet();
    const answer = answered(computer, await computer.open().requestOffline());
    const { keys } = computer.service;
    computer.service.keys = nextLeaseKeys();
    const forged = answered(computer, await computer.open().requestOffline());
    computer.service.keys = keys;
    for (const text of ["", "[]", "<html>", '{"lease":1}', answer.slice(0, -40), forged])
      expect(await refusalOf(computer, text), text).toBe("ANSWER_INVALID");
  });
});

test("an answer signed by a later key is valid through the chain in the file, even after a restart", async () => {
  const computer = withoutInternet();
  const request = await computer.open().requestOffline();
  computer.service.keys = nextLeaseKeys(computer.service.keys);
  expect((await computer.open().acceptOffline(answered(computer, request))).state.name).toBe("active");
  expect((await computer.open().state()).name).toBe("active");
});

test("an edited store stays without a license after the library saves it", async () => {
  const computer = createComputer();
  await computer.open().activate(KEY);
  computer.service.isDown = true;
  const edited = String(computer.kept.get("license")).replace(/seen\\":\d+/, 'seen\\":1');
  for (const save of ["refresh", "requestOffline"] as const) {
    computer.kept.set("license", edited);
    await computer.open()[save]();
    expect(await computer.open().state()).toMatchObject({ name: "needs-connection", reason: "changed" });
  }
  computer.service.isDown = false;
  expect((await computer.open().refresh()).state.name).toBe("active");
});
