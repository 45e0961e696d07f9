import { describe, expect, test } from "vitest";
import { ApiError, failureOf, failureWords, isUnanswered, reasonOf } from "../../../web/src/api/ApiError.ts";
import { failed, failedToRead } from "../../../web/src/operator/kit/failed.ts";

const REFUSED = new ApiError("CONFLICT", "Not now.", { status: 409 });
const LOST = new ApiError("NETWORK_ERROR", "The server could not be reached.");
const words = { refused: "Nothing was refunded", maybe: "The refund may have gone through." };

describe("a failed change", () => {
  test.each([
    ["a refusal", "had no effect", REFUSED],
    [
      "a call that was not sent, because the session could not be renewed",
      "had no effect",
      new ApiError("AUTH_ERROR", ""),
    ],
    ["no answer", "may have taken effect", LOST],
    ["a server error", "may have taken effect", new ApiError("DATABASE_ERROR", "", { status: 500 })],
    [
      "a timeout of the gateway",
      "may have taken effect",
      new ApiError("INTERNAL_ERROR", "", { status: 504 }),
    ],
    ["an unreadable answer", "may have taken effect", new ApiError("INVALID_ANSWER", "", { status: 200 })],
    ["any other error", "may have taken effect", new TypeError("null")],
  ])("after %s %s", (_by, effect, error) => {
    expect(isUnanswered(error)).toBe(effect === "may have taken effect");
  });

  test("after a refusal has its own heading and the reason", () => {
    expect(failureWords(REFUSED, words)).toEqual({ title: "Nothing was refunded", text: "Not now." });
    expect(failureOf("Failed to cancel subscription")(REFUSED)).toBe(
      "Failed to cancel subscription. Not now.",
    );
    expect(failed("Refund failed")(REFUSED)).toBe("Refund failed: Not now.");
  });

  test("after a server error shows the server's message, and says that it may have worked", () => {
    const error = new ApiError("DATABASE_ERROR", "Something went wrong on our side. Please try again.", {
      status: 500,
    });
    expect(failureWords(error, words)).toEqual({
      title: "Something went wrong",
      text: "The refund may have gone through. Reload the page before you try again.",
    });
    expect(failed("Refund failed")(error)).toBe(
      "Refund failed: Something went wrong on our side. It may have gone through anyway. Reload the page before you try again.",
    );
  });

  test("without an answer says that it may have worked, and what to do next", () => {
    expect(failureWords(LOST, words)).toEqual({
      title: "We did not get an answer",
      text: "The refund may have gone through. Reload the page before you try again.",
    });
    const reason =
      "We did not get an answer, so it may have gone through. Reload the page before you try again.";
    expect(reasonOf(LOST)).toBe(reason);
    expect(failureOf("Failed to cancel subscription")(LOST)).toBe(`Failed to cancel subscription. ${reason}`);
    expect(failed("Refund failed")(LOST)).toBe(`Refund failed: ${reason}`);
    expect(failedToRead("Export failed")(LOST)).toBe("Export failed: The server could not be reached.");
  });
});
