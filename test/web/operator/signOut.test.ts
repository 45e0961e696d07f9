import { createElement, Fragment, type ReactElement } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { StepForm } from "../../../web/src/operator/gate/SignInSteps.tsx";
import { useSignOut } from "../../../web/src/operator/gate/signOut.ts";
import { Toaster } from "../../../web/src/ui/Toaster.tsx";
import { mounted } from "../../support/mounted.ts";

const api = vi.hoisted(() => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({ ...(await original<object>()), ...api }));
beforeEach(() => {
  api.call.mockReset().mockResolvedValue({});
});

function Leave(): ReactElement {
  const { leave } = useSignOut();
  return createElement("button", { type: "button", onClick: () => void leave() }, "Sign Out");
}
const pressed = async () => {
  const page = await mounted(
    [
      { path: "/desk", element: createElement(Fragment, null, createElement(Leave), createElement(Toaster)) },
      { path: "/admin", element: "The door" },
    ],
    "/desk",
  );
  await page.press("Sign Out");
  return page;
};

describe("an operator who signs out", () => {
  test("reaches the sign-in form", async () => {
    const page = await pressed();
    await vi.waitFor(() => expect(page.words()).toBe("The door"));
    expect(api.call).toHaveBeenCalledOnce();
  });

  test("reaches the sign-in form even if the session has already ended", async () => {
    api.call.mockRejectedValue(new ApiError("AUTH_ERROR", "Sign in.", { status: 401 }));
    const page = await pressed();
    await vi.waitFor(() => expect(page.words()).toBe("The door"));
  });

  test.each<[string, () => unknown]>([
    [
      "the API answers 500",
      () => api.call.mockRejectedValue(new ApiError("INTERNAL_ERROR", "An error.", { status: 500 })),
    ],
    ["the API is unreachable", () => api.call.mockRejectedValue(new ApiError("NETWORK_ERROR", "Offline."))],
  ])("sees the failure if %s, and can retry", async (_where, fail) => {
    fail();
    const page = await pressed();
    await vi.waitFor(() => expect(page.words()).toContain("Sign out failed. Please try again."));
    api.call.mockResolvedValue({});
    await page.press("Sign Out");
    await vi.waitFor(() => expect(page.words()).toBe("The door"));
  });
});

test.each(["123 456", "“123456”", "123–456", "１２３４５６"])(
  "an operator can type the code %s",
  async (typed) => {
    const onReply = vi.fn<(text: string) => void>();
    const form = createElement(StepForm, { step: { kind: "code" }, busy: false, onReply, onBack: () => {} });
    const page = await mounted([{ path: "/", element: form }], "/");
    await page.type("Code", typed);
    await page.submit();
    expect(onReply).toHaveBeenCalledWith("123456");
  },
);
