import { beforeEach, describe, expect, test } from "vitest";
import type { License } from "../../../clients/desktop/src/api.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY } from "./service.ts";

let computer: Computer;
let license: License;
beforeEach(async () => {
  computer = createComputer();
  license = await computer.open();
});

describe("reports", () => {
  test("wait for the network and for the next start, and arrive once each", async () => {
    await license.activate(KEY);
    computer.service.isDown = true;
    for (let index = 0; index < 30; index += 1)
      await license.report("video_created", { title: `Video ${index}` });
    expect(await license.sendReports()).toBe(30);
    license = await computer.open();
    computer.service.isDown = false;
    expect(await license.sendReports()).toBe(0);
    expect(computer.service.reported).toHaveLength(30);
    expect(new Set(computer.service.reported.map(({ id }) => id)).size).toBe(30);
    expect(computer.service.calls.filter((path) => path === "/api/activity").length).toBe(3);
  });

  test("are sent with the secret that counts, after an answer that got lost", async () => {
    await license.activate(KEY);
    await license.report("error", { title: "No voice" });
    computer.service.losesAnswers = true;
    await license.refresh();
    computer.service.losesAnswers = false;
    expect(await license.sendReports()).toBe(0);
    expect(computer.service.reported).toMatchObject([{ type: "error", status: "error" }]);
  });

  test("wait while the computer has no seat", async () => {
    await license.report("video_created");
    expect(await license.sendReports()).toBe(1);
  });
});
