import { describe, expect, test, vi } from "vitest";
import { throughDay } from "#shared/instant.ts";
import { atTime, deadline, inMinutes } from "#shared/words.ts";

/** The site's formatters for a reader in this zone. A formatter uses the zone at the time of its module's import. */
async function pageIn(zone: string): Promise<typeof import("../../web/src/ui/format.ts")> {
  vi.stubEnv("TZ", zone);
  vi.resetModules();
  return await import("../../web/src/ui/format.ts");
}

describe("a promise with a date", () => {
  test.each(["2026-12-28T00:00:00.000Z", "2026-12-28T10:05:00.000Z", "2026-12-28T23:59:59.999Z"])(
    "for %s holds until the day has ended everywhere",
    (instant) => {
      expect(throughDay(instant)).toBe("2026-12-29T12:00:00.000Z");
      expect(throughDay(throughDay(instant))).toBe(throughDay(instant));
    },
  );

  test.each(["America/Los_Angeles", "Asia/Tokyo"])(
    "names the same day in the mail and on a page in %s",
    async (zone) => {
      const end = throughDay("2026-12-28T02:05:00.000Z");
      expect(deadline(end)).toBe("December 28, 2026");
      expect((await pageIn(zone)).deadline(end)).toBe("Dec 28, 2026");
    },
  );

  test("names the hour and the zone if the shop cannot choose the hour", async () => {
    const end = "2026-12-28T02:05:00.000Z";
    expect(atTime("2026-12-28T12:00:00.000Z")).toBe("December 28, 2026 at 12:00 PM UTC");
    const page = await pageIn("America/Los_Angeles");
    for (const write of [page.atTime, page.deadline]) expect(write(end)).toBe("Dec 27, 2026, 6:05 PM PST");
    expect(deadline(end)).toBe("December 28, 2026 at 2:05 AM UTC");
  });
});

test.each([
  [1, "1 minute"],
  [60_000, "1 minute"],
  [60_001, "2 minutes"],
])("a wait of %d ms is shown as %s", (wait, words) => expect(inMinutes(wait)).toBe(words));
