import { describe, expect, test } from "vitest";
import type { ReportedActivity } from "#shared/activity/device.ts";
import { DAY } from "#shared/instant.ts";
import { activitiesOf, toEntry, videosIn } from "../../../functions/activity/rules.ts";

const NOW = new Date("2026-03-15T12:00:00.000Z");
const source = { userId: "user", computerName: "desk" };
const entry = (change: Partial<ReportedActivity> = {}): ReportedActivity => ({
  id: "entry-one",
  type: "video_created",
  status: "success",
  at: "2026-03-15T11:00:00.000Z",
  ...change,
});

describe("the time of an activity", () => {
  const dated = (sentAt: string, at: string) =>
    activitiesOf(source, { sentAt, entries: [entry({ at })] }, NOW);

  test("follows the server's clock when the client's clock is a day ahead", () => {
    const [activity] = dated("2026-03-16T12:00:00.000Z", "2026-03-16T11:00:00.000Z");
    expect(activity?.createdAt).toBe("2026-03-15T11:00:00.000Z");
  });
  test("is never in the future", () => {
    const [activity] = dated("2026-03-15T12:00:00.000Z", "2027-01-01T00:00:00.000Z");
    expect(activity?.createdAt).toBe(NOW.toISOString());
  });
  test("is at most a month ago", () => {
    const [activity] = dated("2026-03-15T12:00:00.000Z", "1970-01-01T00:00:00.000Z");
    expect(activity?.createdAt).toBe(new Date(NOW.getTime() - 30 * DAY).toISOString());
  });
});

test("an entry that is in a report twice is stored once", () => {
  const report = { sentAt: NOW.toISOString(), entries: [entry(), entry(), entry({ id: "entry-two" })] };
  expect(activitiesOf(source, report, NOW).map(({ id }) => id)).toEqual(["entry-one", "entry-two"]);
});

test("only successfully created videos count", () => {
  const entries = [
    entry(),
    entry({ id: "failed-one", status: "error" }),
    entry({ id: "published", type: "video_published" }),
    entry({ id: "error-one", type: "error", status: "error" }),
  ];
  expect(videosIn(activitiesOf(source, { sentAt: NOW.toISOString(), entries }, NOW))).toBe(1);
});

test("an activity is shown without its owner", () => {
  const [activity] = activitiesOf(
    source,
    { sentAt: NOW.toISOString(), entries: [entry({ title: "A" })] },
    NOW,
  );
  expect(activity && toEntry(activity)).toEqual({
    id: "entry-one",
    activity_type: "video_created",
    created_at: "2026-03-15T11:00:00.000Z",
    status: "success",
    title: "A",
    computer_name: "desk",
  });
});
