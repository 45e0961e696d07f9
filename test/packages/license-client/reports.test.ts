import { beforeEach, describe, expect, test } from "vitest";
import { AppError } from "#shared/errors.ts";
import type { License } from "../../../packages/license-client/src/api.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY } from "./service.ts";

let computer: Computer;
let license: License;
beforeEach(() => {
  computer = createComputer();
  license = computer.open();
});

describe("reports", () => {
  test("wait for the network even after a restart, and arrive once each", async () => {
    await license.activate(KEY);
    computer.service.isDown = true;
    for (let index = 0; index < 30; index += 1)
      await license.report("video_created", { title: `Video ${index}` });
    expect((await license.sendReports()).waiting).toBe(30);
    license = computer.open();
    computer.service.isDown = false;
    expect((await license.sendReports()).waiting).toBe(0);
    expect(computer.service.reported).toHaveLength(30);
    expect(new Set(computer.service.reported.map(({ id }) => id)).size).toBe(30);
    expect(computer.service.calls.filter((path) => path === "/api/activity").length).toBe(3);
  });

  test("use the valid secret after a lost answer", async () => {
    await license.activate(KEY);
    await license.report("error", { title: "No voice" });
    computer.service.losesAnswers = true;
    await license.refresh();
    computer.service.losesAnswers = false;
    expect((await license.sendReports()).waiting).toBe(0);
    expect(computer.service.reported).toMatchObject([{ type: "error", status: "error" }]);
  });

  test.each([
    ["several lines", "One\r\nTwo\u2028Three\tFour\u0000", "One Two Three Four"],
    ["half a character", "Half \ud83d", "Half"],
    ["a character that the limit would cut", `${"a".repeat(199)}\u{1f600}`, "a".repeat(199)],
    ["more characters than the limit", `${"a".repeat(200)} more`, "a".repeat(200)],
  ])("arrive with a cleaned title if it had %s", async (_name, title, arrives) => {
    await license.activate(KEY);
    await license.report("video_created", { title });
    expect((await license.sendReports()).waiting).toBe(0);
    expect(computer.service.reported).toMatchObject([{ title: arrives }]);
  });

  describe("that include invalid ones", () => {
    /** Stores reports as an older version did, which checked no titles. */
    const keep = async (titles: string[]) => {
      await license.activate(KEY);
      const at = new Date(computer.time.now()).toISOString();
      const entries = titles.map((title, index) => ({
        id: `entry-number-${index}`,
        type: "video_created",
        status: "success",
        at,
        title,
      }));
      computer.kept.set("outbox", JSON.stringify(entries));
      license = computer.open();
    };
    const arrived = () => computer.service.reported.map(({ id }) => id);
    const sent = () => computer.service.calls.filter((path) => path === "/api/activity").length;

    test("lose only the invalid ones", async () => {
      await keep(["good", "bad\n one", "good", "bad\n two", "good"]);
      expect((await license.sendReports()).waiting).toBe(0);
      expect(arrived()).toEqual(["entry-number-0", "entry-number-2", "entry-number-4"]);
      expect(sent()).toBe(3);
    });

    test("lose only the invalid ones even if the service does not name them, and send the rest in batches", async () => {
      computer.service.hidesFields = true;
      await keep(Array.from({ length: 30 }, (_, index) => (index === 2 ? "bad\n one" : "good")));
      expect((await license.sendReports()).waiting).toBe(0);
      expect(arrived()).toHaveLength(29);
      expect(arrived()).not.toContain("entry-number-2");
      // One batch, three single reports, and the other 27 in two batches.
      expect(sent()).toBe(1 + 3 + 2);
    });

    test("lose nothing if the service refuses a field that is not theirs", async () => {
      await keep(["good", "bad\n one"]);
      computer.service.failures["/api/activity"] = new AppError("VALIDATION_ERROR", "No", {
        field: "sentAt",
      });
      expect(await license.sendReports()).toEqual({ waiting: 2, dropped: { full: 0, refused: 0 } });
      expect(sent()).toBe(1);
    });

    test("lose the invalid ones, and the result counts them as refused", async () => {
      await keep(["good", "bad\n one", "bad\n two"]);
      expect(await license.sendReports()).toEqual({ waiting: 0, dropped: { full: 0, refused: 2 } });
    });
  });

  test("wait while the computer has no seat", async () => {
    await license.report("video_created");
    expect((await license.sendReports()).waiting).toBe(1);
  });
});
