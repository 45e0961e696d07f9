import { expect, test } from "vitest";
import { FRESH_FOR_DELETION, FRESH_FOR_MONEY } from "#shared/endpoint.ts";
import { requireFreshSignIn } from "../../../functions/http/freshSignIn.ts";

const NOW = new Date("2027-03-01T12:00:00.000Z");
const signedIn = (minutesAgo: number) => ({ signedInAt: new Date(NOW.getTime() - minutesAgo * 60_000) });

test.each([
  ["five", FRESH_FOR_MONEY, 5],
  ["ten", FRESH_FOR_DELETION, 10],
])(
  "a sign-in of the last %s minutes is fresh, and an older sign-in is refused",
  (_words, within, minutes) => {
    expect(() => requireFreshSignIn(signedIn(minutes), within, NOW)).not.toThrow();
    expect(() => requireFreshSignIn(signedIn(minutes + 0.1), within, NOW)).toThrow(
      expect.objectContaining({
        code: "FRESH_SIGN_IN_REQUIRED",
        message: expect.stringContaining(`the last ${minutes} minutes`),
      }),
    );
  },
);
