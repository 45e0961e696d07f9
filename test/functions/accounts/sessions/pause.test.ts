import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilSignInsCount } from "../../../../functions/accounts/sessions/pause.ts";
import { hasEnded, validFrom } from "../../../../functions/users/sessionRules.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each(["10:00:00.000", "10:00:00.001", "10:00:00.500", "10:00:00.999"])(
  "when all sessions end at %s, a sign-in is valid as soon as the call has answered",
  async (time) => {
    const ended = new Date(`2026-11-22T${time}Z`);
    vi.setSystemTime(ended);
    const marks = { sessionsValidFrom: validFrom(ended), keptSession: null, endedSessions: [] };
    const signInNow = () => ({ signedInAt: Math.floor(Date.now() / 1000), sessionId: "new" });
    expect(hasEnded(marks, signInNow())).toBe(true);
    const answered = untilSignInsCount(ended);
    await vi.runAllTimersAsync();
    await answered;
    expect(hasEnded(marks, signInNow())).toBe(false);
    expect(Date.now() - ended.getTime()).toBeLessThanOrEqual(1000);
  },
);
