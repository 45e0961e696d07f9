import { describe, expect, test } from "vitest";
import { SESSION_LASTS } from "#shared/accounts/session.ts";
import {
  hasEnded,
  isStarted,
  isUnknown,
  liveSessions,
  validFrom,
  withEnded,
  withStarted,
} from "../../../functions/users/sessionRules.ts";

const NOW = new Date("2026-11-22T10:00:00.400Z");
const SECONDS = Math.floor(NOW.getTime() / 1000);
const NONE = { sessionsValidFrom: null, keptSession: null, endedSessions: [] };
const ENDED = { ...NONE, sessionsValidFrom: validFrom(NOW) };
const token = (signedInAt: number, sessionId: string | null = "one") => ({ signedInAt, sessionId });

describe("a token's session", () => {
  test("is valid in an account whose sessions have never ended, even without auth_time", () => {
    expect(hasEnded(NONE, token(SECONDS))).toBe(false);
    expect(hasEnded(NONE, token(0, null))).toBe(false);
  });

  test("has ended if the sign-in is not later than the second in which all sessions ended", () => {
    expect(hasEnded(ENDED, token(SECONDS - 3600))).toBe(true);
    expect(hasEnded(ENDED, token(SECONDS))).toBe(true);
    expect(hasEnded(ENDED, token(SECONDS + 1))).toBe(false);
  });

  test("has ended if the token does not name the time of the sign-in", () => {
    expect(hasEnded(ENDED, token(0, null))).toBe(true);
    expect(hasEnded(ENDED, token(Number.NaN))).toBe(true);
  });

  test("stays valid if the account kept this session when all others ended", () => {
    const kept = { ...ENDED, keptSession: "one" };
    expect(hasEnded(kept, token(SECONDS - 3600))).toBe(false);
    expect(hasEnded(kept, token(SECONDS - 3600, "two"))).toBe(true);
    expect(hasEnded(ENDED, token(SECONDS - 3600, null))).toBe(true);
  });

  test("has ended if it was ended individually, even if the account kept it when all others ended", () => {
    const one = { ...ENDED, keptSession: "one", endedSessions: withEnded([], "one", NOW) };
    expect(hasEnded(one, token(SECONDS + 60))).toBe(true);
    expect(hasEnded(one, token(SECONDS + 60, "two"))).toBe(false);
  });
});

test("ended sessions are remembered for as long as they could be renewed", () => {
  const later = new Date(NOW.getTime() + SESSION_LASTS + 2000);
  const [one] = withEnded([], "one", NOW);
  expect(one?.until).toBe(Math.ceil((NOW.getTime() + SESSION_LASTS) / 1000));
  expect(withEnded([{ id: "one", until: one?.until ?? 0 }], "two", NOW).map(({ id }) => id)).toEqual([
    "one",
    "two",
  ]);
  expect(withEnded([{ id: "one", until: one?.until ?? 0 }], "two", later).map(({ id }) => id)).toEqual([
    "two",
  ]);
});

describe("started sessions", () => {
  const started = withStarted(null, { signedInAt: SECONDS, sessionId: "one" }, NOW);

  test("are not required in an account that has never started a session", () => {
    expect(isStarted(null, token(SECONDS))).toBe(true);
  });

  test("are required for sign-ins after the first started session", () => {
    expect(isStarted(started, token(SECONDS))).toBe(true);
    expect(isStarted(started, token(SECONDS + 1, "two"))).toBe(false);
    expect(isStarted(started, token(SECONDS + 60, null))).toBe(false);
    expect(isStarted(started, token(SECONDS, "two"))).toBe(true);
  });

  test("include the first session after a second session starts, and a repeated start changes nothing", () => {
    const two = withStarted(started, { signedInAt: SECONDS + 60, sessionId: "two" }, NOW);
    expect(two.from).toBe(SECONDS);
    expect(two.sessions.map(({ id }) => id)).toEqual(["one", "two"]);
    expect(withStarted(two, { signedInAt: SECONDS + 60, sessionId: "two" }, NOW)).toEqual(two);
  });

  test("are the 40 newest sessions that can still be renewed", () => {
    let many = started;
    for (let n = 0; n < 60; n += 1)
      many = withStarted(many, { signedInAt: SECONDS, sessionId: `s${n}` }, NOW);
    expect(many.sessions).toHaveLength(40);
    expect(many.sessions.at(-1)?.id).toBe("s59");
    const later = new Date(NOW.getTime() + SESSION_LASTS + 2000);
    const next = withStarted(many, { signedInAt: SECONDS, sessionId: "next" }, later);
    expect(next.sessions.map(({ id }) => id)).toEqual(["next"]);
  });
});

const session = (id: string, change: Record<string, unknown> = {}) => ({
  id,
  device: "Firefox on Windows",
  country: "DE",
  signedInAt: "2026-11-22T09:00:00.000Z",
  lastUsedAt: "2026-11-22T09:00:00.000Z",
  ...change,
});

test("live sessions are those that are still valid, and the last used session comes first", () => {
  const old = session("old", { signedInAt: "2026-10-01T09:00:00.000Z" });
  const used = session("used", { lastUsedAt: "2026-11-22T10:00:00.000Z" });
  const user = { ...NONE, endedSessions: withEnded([], "ended", NOW) };
  const live = liveSessions(user, [old, session("ended"), session("one"), used], NOW);
  expect(live.map(({ id }) => id)).toEqual(["used", "one"]);
});

describe("whether a sign-in counts as new", () => {
  const known = [session("one"), session("two", { device: "Safari on iOS", country: "FR" })];
  test.each([
    ["the first sign-in of an account", false, session("new"), [], true],
    ["a repeated message", false, session("one"), [session("one")], true],
    ["a sign-in of an account without known browsers", true, session("new"), [], false],
    ["a signal from the previous release", false, session("new"), [], undefined],
    ["a known browser from a known country", false, session("new", { country: "FR" }), known, false],
    ["an unknown browser", true, session("new", { device: "Chrome on Linux" }), known, false],
    ["an unknown browser before the first signal", true, session("new", { device: null }), known, true],
    ["an unknown country", true, session("new", { country: "BR" }), known, undefined],
    ["no country", false, session("new", { country: null }), known, false],
  ])("%s: %s", (_what, news, latest, before, isFirst) => {
    expect(isUnknown(latest, before, isFirst)).toBe(news);
  });
});
