import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import type { License } from "../../../packages/license-client/src/api.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY, START } from "./service.ts";

let computer: Computer;
let license: License;
beforeEach(async () => {
  computer = createComputer();
  license = await computer.open();
});

describe("offline", () => {
  beforeEach(async () => {
    await license.activate(KEY);
    computer.service.isDown = true;
  });

  test("a refresh says that nobody was reached, and changes nothing", async () => {
    expect(await license.refresh()).toMatchObject({
      status: { mayStart: true },
      refusal: null,
      wasReached: false,
    });
  });

  test("it works until the lease ends, over a restart", async () => {
    computer.pass(DAY - MINUTE);
    license = await computer.open();
    expect((await license.status()).mayStart).toBe(true);
    computer.pass(MINUTE);
    expect(await license.status()).toMatchObject({ mayStart: false, reason: "LEASE_ENDED" });
  });

  test("work that runs is never stopped", async () => {
    const work = await license.beginWork();
    computer.pass(30 * DAY);
    expect((await license.status()).mayStart).toBe(false);
    expect(work?.mayContinue).toBe(true);
    expect(license.runningWork).toBe(1);
    work?.end();
    work?.end();
    expect(license.runningWork).toBe(0);
  });

  test("the clock turned back gains nothing, also over a restart", async () => {
    computer.pass(20 * HOUR);
    await license.status();
    computer.time.set(computer.time.now() - 10 * HOUR);
    license = await computer.open();
    expect(await license.status()).toMatchObject({ mayStart: false, reason: "CLOCK_TURNED_BACK" });
    computer.service.isDown = false;
    expect((await license.refresh()).status.mayStart).toBe(true);
  });

  test("a small correction of the clock is nothing", async () => {
    computer.time.set(computer.time.now() - 4 * MINUTE);
    expect((await license.status()).mayStart).toBe(true);
  });

  test("a lease that somebody wrote is worth nothing", async () => {
    const state = JSON.parse(computer.kept.get("license.license") ?? "{}");
    const [header, payload, signature] = state.lease.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const longer = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 86_400 * 365 })).toString(
      "base64url",
    );
    computer.kept.set(
      "license.license",
      JSON.stringify({ ...state, lease: [header, longer, signature].join(".") }),
    );
    expect((await (await computer.open()).status()).mayStart).toBe(false);
  });

  test("nor is one for another computer", async () => {
    const state = JSON.parse(computer.kept.get("license.license") ?? "{}");
    computer.kept.set("license.license", JSON.stringify({ ...state, fingerprint: "another-computer-fp" }));
    expect((await (await computer.open()).status()).mayStart).toBe(false);
  });
});

describe("a computer whose clock is a day off", () => {
  test.each([-DAY, DAY])("by %i ms goes by the service's time", async (error) => {
    computer.time.set(START + error);
    license = await computer.open();
    await license.activate(KEY);
    expect((await license.status()).mayStart).toBe(true);
    computer.pass(DAY - MINUTE);
    expect((await license.status()).mayStart).toBe(true);
    computer.pass(MINUTE);
    expect((await license.status()).reason).toBe("LEASE_ENDED");
  });
});
