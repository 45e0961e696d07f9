import { fetchAuthSession, signIn } from "aws-amplify/auth";
import { afterEach, expect, test, vi } from "vitest";
import { amplifyFor, EMAIL, PASSWORD, poolWithAda } from "./support.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("Amplify retries a refresh after 200 ms, then after 400 ms", async () => {
  amplifyFor(await poolWithAda());
  await signIn({ username: EMAIL, password: PASSWORD });
  const waits: number[] = [];
  const later = globalThis.setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms = 0, ...given: []) => {
    // Timers of Node's connections last seconds, and stay real.
    const isBackoff = ms >= 100 && ms < 1000;
    if (isBackoff) waits.push(ms);
    return later(run, isBackoff ? 0 : ms, ...given);
  }) as typeof setTimeout);
  vi.spyOn(Math, "random").mockReturnValue(0);
  const away = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () =>
      Response.json({ __type: "InternalErrorException", message: "Away." }, { status: 500 }),
    );
  await expect(fetchAuthSession({ forceRefresh: true })).rejects.toThrow("Away.");
  expect(away).toHaveBeenCalledTimes(3);
  expect(waits).toEqual([200, 400]);
});
