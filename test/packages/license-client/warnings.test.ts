import { beforeEach, describe, expect, test } from "vitest";
import { DAY, MINUTE } from "#shared/instant.ts";
import type { License } from "../../../packages/license-client/src/api.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY } from "./service.ts";

let computer: Computer;
let license: License;
beforeEach(() => {
  computer = createComputer();
  license = computer.open();
});

describe("warnings", () => {
  beforeEach(async () => {
    await license.activate(KEY);
    computer.pass(10 * DAY);
    await license.refresh();
  });

  test("are absent in normal operation", async () => {
    expect(await license.state()).toMatchObject({ name: "active", warning: null });
  });

  test("appear three days before an offline computer's lease ends", async () => {
    computer.service.isDown = true;
    computer.pass(4 * DAY - MINUTE);
    await license.refresh();
    expect(await license.state()).toMatchObject({ name: "active", warning: null });
    computer.pass(MINUTE);
    expect(await license.state()).toMatchObject({ warning: "offline", title: "Connect within 3 days" });
  });

  test("appear three days before the license itself ends", async () => {
    const ends = new Date(computer.service.now + 2.5 * DAY).toISOString();
    const { entitlement } = computer.service.license;
    computer.service.license = {
      ...computer.service.license,
      entitlement: { ...entitlement, expiresAt: ends },
    };
    await license.refresh();
    expect(await license.state()).toMatchObject({
      warning: "ending",
      title: "License ends in 2 days",
      message: "Your account says how to continue.",
    });
  });

  test("appear while a payment is overdue", async () => {
    const pastDueSince = new Date(computer.service.now - DAY).toISOString();
    const { entitlement } = computer.service.license;
    computer.service.license = { ...computer.service.license, entitlement: { ...entitlement, pastDueSince } };
    await license.refresh();
    expect(await license.state()).toMatchObject({ name: "active", warning: "payment", action: "pay" });
  });
});
