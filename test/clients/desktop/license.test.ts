import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import type { License } from "../../../clients/desktop/src/api.ts";
import { openLicense } from "../../../clients/desktop/src/license.ts";
import { webStorage } from "../../../clients/desktop/src/storage/web.ts";
import { swapDevice } from "../../../functions/licenses/swaps/rules.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { createService, createTime, KEY, START } from "./service.ts";

let service: ReturnType<typeof createService>;
let time: ReturnType<typeof createTime>;
let kept: Map<string, string>;
let license: License;

function open(store = kept): Promise<License> {
  return openLicense({
    baseUrl: "https://shop.example.com/backend/",
    storage: webStorage({
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
    }),
    computer: { computerName: "desk", os: "macOS 15", appVersion: "1.0" },
    fetch: service.fetch,
    now: time.now,
    timers: time.timers,
  });
}

/** Time passes for both; a computer whose clock is wrong keeps its error. */
function pass(milliseconds: number): void {
  service.world.now += milliseconds;
  time.set(time.now() + milliseconds);
}

beforeEach(async () => {
  service = createService();
  time = createTime();
  kept = new Map();
  license = await open();
});

describe("a new computer", () => {
  test("may do nothing before it was online once", async () => {
    expect(await license.status()).toMatchObject({ mayStart: false, reason: "NOT_ACTIVATED" });
    expect(await license.beginWork()).toBeNull();
    service.world.isDown = true;
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
    service.world.license = {
      ...service.world.license,
      entitlement: { ...service.world.license.entitlement, active: false },
    };
    const { refusal } = await license.activate(KEY);
    expect(refusal).toMatchObject({ code: "INACTIVE", message: expect.stringContaining("switched off") });
  });
});

describe("offline", () => {
  beforeEach(async () => {
    await license.activate(KEY);
    service.world.isDown = true;
  });

  test("a refresh says that nobody was reached, and changes nothing", async () => {
    expect(await license.refresh()).toMatchObject({
      status: { mayStart: true },
      refusal: null,
      wasReached: false,
    });
  });

  test("it works until the lease ends, over a restart", async () => {
    pass(DAY - MINUTE);
    license = await open();
    expect((await license.status()).mayStart).toBe(true);
    pass(MINUTE);
    expect(await license.status()).toMatchObject({ mayStart: false, reason: "LEASE_ENDED" });
  });

  test("work that runs is never stopped", async () => {
    const work = await license.beginWork();
    pass(30 * DAY);
    expect((await license.status()).mayStart).toBe(false);
    expect(work?.mayContinue).toBe(true);
    expect(license.runningWork).toBe(1);
    work?.end();
    work?.end();
    expect(license.runningWork).toBe(0);
  });

  test("the clock turned back gains nothing, also over a restart", async () => {
    pass(20 * HOUR);
    await license.status();
    time.set(time.now() - 10 * HOUR);
    license = await open();
    expect(await license.status()).toMatchObject({ mayStart: false, reason: "CLOCK_TURNED_BACK" });
    service.world.isDown = false;
    expect((await license.refresh()).status.mayStart).toBe(true);
  });

  test("a small correction of the clock is nothing", async () => {
    time.set(time.now() - 4 * MINUTE);
    expect((await license.status()).mayStart).toBe(true);
  });

  test("a lease that somebody wrote is worth nothing", async () => {
    const state = JSON.parse(kept.get("license.license") ?? "{}");
    const [header, payload, signature] = state.lease.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const longer = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 86_400 * 365 })).toString(
      "base64url",
    );
    kept.set("license.license", JSON.stringify({ ...state, lease: [header, longer, signature].join(".") }));
    expect((await (await open()).status()).mayStart).toBe(false);
  });

  test("nor is one for another computer", async () => {
    const state = JSON.parse(kept.get("license.license") ?? "{}");
    kept.set("license.license", JSON.stringify({ ...state, fingerprint: "another-computer-fp" }));
    expect((await (await open()).status()).mayStart).toBe(false);
  });
});

describe("a computer whose clock is a day off", () => {
  test.each([-DAY, DAY])("by %i ms goes by the service's time", async (error) => {
    time.set(START + error);
    license = await open();
    await license.activate(KEY);
    expect((await license.status()).mayStart).toBe(true);
    pass(DAY - MINUTE);
    expect((await license.status()).mayStart).toBe(true);
    pass(MINUTE);
    expect((await license.status()).reason).toBe("LEASE_ENDED");
  });
});

describe("refreshing", () => {
  beforeEach(async () => {
    await license.activate(KEY);
  });

  test("an answer that got lost costs nothing: the next try goes on where it was", async () => {
    service.world.losesAnswers = true;
    await license.refresh();
    license = await open();
    await license.refresh();
    service.world.losesAnswers = false;
    expect((await license.refresh()).refusal).toBeNull();
    pass(HOUR);
    expect((await license.refresh()).status.mayStart).toBe(true);
  });

  test("a copy of the stored state is found out, and the computer itself goes on", async () => {
    const copied = await open(new Map(kept));
    await license.refresh();
    expect((await copied.refresh()).refusal?.code).toBe("CLONE_SUSPECTED");
    expect((await copied.status()).mayStart).toBe(false);
    expect((await license.refresh()).status.mayStart).toBe(true);
  });

  test("after a swap says so, ends new work, and activating again is simple", async () => {
    const work = await license.beginWork();
    service.world.license = swapDevice(service.world.license, new Date(service.world.now));
    expect((await license.refresh()).refusal?.code).toBe("FINGERPRINT_MISMATCH");
    expect((await license.status()).mayStart).toBe(false);
    expect(work?.mayContinue).toBe(true);
    expect((await license.activate(KEY)).status.mayStart).toBe(true);
  });

  test("a licence that ended and was renewed works again without a key to type", async () => {
    const { entitlement } = service.world.license;
    service.world.license = { ...service.world.license, entitlement: { ...entitlement, ended: true } };
    expect((await license.refresh()).status).toMatchObject({ mayStart: false, reason: "EXPIRED" });
    service.world.license = { ...service.world.license, entitlement };
    expect((await license.refresh()).status.mayStart).toBe(true);
  });

  test("a key that was rotated at the service is fetched", async () => {
    service.world.keys = nextLeaseKeys(service.world.keys);
    expect((await license.refresh()).status.mayStart).toBe(true);
    expect(service.world.calls.filter((path) => path.endsWith("keys.json"))).toHaveLength(2);
  });

  test("two at once wait for each other", async () => {
    const [one, other] = await Promise.all([license.refresh(), license.refresh()]);
    expect([one.refusal, other.refusal]).toEqual([null, null]);
  });
});

test("leaving the seat ends the right to work, and frees it", async () => {
  await license.activate(KEY);
  expect((await license.deactivate()).status).toMatchObject({ mayStart: false, reason: "NOT_ACTIVATED" });
  expect(service.world.license.device).toBeNull();
});

describe("warnings", () => {
  beforeEach(async () => {
    await license.activate(KEY);
    pass(10 * DAY);
    await license.refresh();
  });

  test("none while all is well", async () => {
    expect((await license.status()).warning).toBeNull();
  });

  test("three days before an offline computer's lease ends", async () => {
    service.world.isDown = true;
    pass(4 * DAY - MINUTE);
    await license.refresh();
    expect((await license.status()).warning).toBeNull();
    pass(MINUTE);
    expect((await license.status()).warning).toMatch(/connect to the internet within 3 days/);
  });

  test("three days before the licence itself ends", async () => {
    const ends = new Date(service.world.now + 2.5 * DAY).toISOString();
    const { entitlement } = service.world.license;
    service.world.license = { ...service.world.license, entitlement: { ...entitlement, expiresAt: ends } };
    await license.refresh();
    expect((await license.status()).warning).toBe("Your licence ends in 2 days.");
  });

  test("as long as a payment is owed", async () => {
    const pastDueSince = new Date(service.world.now - DAY).toISOString();
    const { entitlement } = service.world.license;
    service.world.license = { ...service.world.license, entitlement: { ...entitlement, pastDueSince } };
    await license.refresh();
    expect(await license.status()).toMatchObject({
      mayStart: true,
      warning: expect.stringContaining("payment"),
    });
  });
});

describe("reports", () => {
  test("wait for the network and for the next start, and arrive once each", async () => {
    await license.activate(KEY);
    service.world.isDown = true;
    for (let index = 0; index < 30; index += 1)
      await license.report("video_created", { title: `Video ${index}` });
    expect(await license.sendReports()).toBe(30);
    license = await open();
    service.world.isDown = false;
    expect(await license.sendReports()).toBe(0);
    expect(service.world.reported).toHaveLength(30);
    expect(new Set(service.world.reported.map(({ id }) => id)).size).toBe(30);
    expect(service.world.calls.filter((path) => path === "/api/activity").length).toBe(3);
  });

  test("are sent with the secret that counts, after an answer that got lost", async () => {
    await license.activate(KEY);
    await license.report("error", { title: "No voice" });
    service.world.losesAnswers = true;
    await license.refresh();
    service.world.losesAnswers = false;
    expect(await license.sendReports()).toBe(0);
    expect(service.world.reported).toMatchObject([{ type: "error", status: "error" }]);
  });

  test("wait while the computer has no seat", async () => {
    await license.report("video_created");
    expect(await license.sendReports()).toBe(1);
  });
});

describe("keeping fresh", () => {
  const turn = async () => {
    const done = time.ring();
    service.world.now = time.now();
    await done;
  };

  test("half a day apart when all is well, soon again and then later when not", async () => {
    await license.activate(KEY);
    const end = license.keepFresh();
    await turn();
    expect(time.nextIn()).toBeGreaterThan(10 * 60);
    expect(time.nextIn()).toBeLessThanOrEqual(12 * 60);
    service.world.isDown = true;
    await turn();
    expect(time.nextIn()).toBeLessThanOrEqual(1);
    await turn();
    expect(time.nextIn()).toBeGreaterThan(1);
    for (let index = 0; index < 10; index += 1) await turn();
    expect(time.nextIn()).toBeLessThanOrEqual(60);
    end();
    expect(time.nextIn()).toBe(Number.POSITIVE_INFINITY);
  });

  test("soon again, though the lease is good for days", async () => {
    await license.activate(KEY);
    pass(30 * DAY);
    const end = license.keepFresh();
    await turn();
    service.world.isDown = true;
    await turn();
    expect((await license.status()).warning).toBeNull();
    expect(time.nextIn()).toBeLessThanOrEqual(1);
    end();
  });

  test("for a week, and work may always begin", async () => {
    await license.activate(KEY);
    const end = license.keepFresh();
    while (time.now() < START + 7 * DAY) {
      await turn();
      expect((await license.status()).mayStart).toBe(true);
    }
    end();
  });
});
