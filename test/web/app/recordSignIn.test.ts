import { beforeEach, expect, test, vi } from "vitest";
import { endSession } from "#shared/accounts/customer.ts";
import { endFormer } from "../../../web/src/app/recordSignIn.ts";

const api = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("../../../web/src/api/call.ts", () => api);

beforeEach(() => void api.call.mockReset());

const former = (accessToken: string) => ({
  userId: "ann",
  email: "ann@example.com",
  accessToken,
  expiresAt: 0,
});
const token = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

test("after a new sign-in, the former session ends as replaced, so its browser stays known", async () => {
  await endFormer(former(token({ origin_jti: "former" })));
  expect(api.call).toHaveBeenCalledExactlyOnceWith(endSession, { id: "former", replaced: true });
});

test("an unreadable token or a failed call does not affect the new session", async () => {
  await endFormer(former("unreadable"));
  expect(api.call).not.toHaveBeenCalled();
  api.call.mockRejectedValue(new Error("offline"));
  await expect(endFormer(former(token({ origin_jti: "former" })))).resolves.toBeUndefined();
});
