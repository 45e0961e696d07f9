import { beforeEach, describe, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import type { License } from "../../../clients/desktop/src/api.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY, START } from "./service.ts";

let computer: Computer;
let license: License;
beforeEach(async () => {
  computer = createComputer();
  license = await computer.open();
});

describe("a new computer", () => {
  test("may do nothing before it was online once", async () => {
    expect(await license.status()).toMatchObject({ mayStart: false, reason: "NOT_ACTIVATED" });
    expect(await license.beginWork()).toBeNull();
    computer.service.isDown = true;
    expect(await license.activate(KEY)).toMatchObject({
      status: { mayStart: false },
      refusal: null,
      wasReached: false,
    });
  });

  test("works once it is activated", async () => {
    const { status } = await license.activate(KEY);
    expect(status).toMatchObject({
      mayStart: true,
      reason: null,
      tier: "free",
      leaseEndsAt: new Date(START + DAY),
    });
  });

  test("is told why not, in the service's words", async () => {
    computer.service.license = {
      ...computer.service.license,
      entitlement: { ...computer.service.license.entitlement, active: false },
    };
    const { refusal } = await license.activate(KEY);
    expect(refusal).toMatchObject({ code: "INACTIVE", message: expect.stringContaining("switched off") });
  });
});

test("leaving the seat ends the right to work, and frees it", async () => {
  await license.activate(KEY);
  expect((await license.deactivate()).status).toMatchObject({ mayStart: false, reason: "NOT_ACTIVATED" });
  expect(computer.service.license.device).toBeNull();
});
