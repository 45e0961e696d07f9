import { expect, test } from "vitest";
import { createComputer } from "./computer.ts";
import { KEY } from "./service.ts";

const GIVEN = {
  features: ["voices"],
  coveredVersion: "3.2",
  coveredUntil: "2027-01-01T00:00:00.000Z",
  metadata: { team: "Ann" },
};

test("the application can read the scope of the license online and offline", async () => {
  const computer = createComputer();
  const license = computer.open();
  expect((await license.state()).entitlements).toBeNull();
  computer.service.license = { ...computer.service.license, extras: GIVEN };
  const covered = { ...GIVEN, coveredUntil: new Date(GIVEN.coveredUntil) };
  expect((await license.activate(KEY)).state.entitlements).toEqual(covered);
  computer.service.isDown = true;
  expect((await computer.open().state()).entitlements).toEqual(covered);
});

test("a change by the operator arrives with the next lease", async () => {
  const computer = createComputer();
  const license = computer.open();
  const { state } = await license.activate(KEY);
  expect(state.entitlements).toEqual({
    features: [],
    coveredVersion: null,
    coveredUntil: null,
    metadata: {},
  });
  computer.service.license = { ...computer.service.license, extras: GIVEN };
  expect((await license.refresh()).state.entitlements?.features).toEqual(["voices"]);
});
