import { beforeEach, describe, expect, test, vi } from "vitest";
import { logger } from "../../../web/src/app/log.ts";
import "../../../web/src/app/backOffice.ts";
import { accessToken, keepSession, readSession, signOut } from "../../../web/src/app/session.ts";
import type { Session } from "../../../web/src/app/sessionRecord.ts";
import { keepOperator, readOperator } from "../../../web/src/operator/gate/token.ts";

const amplify = vi.hoisted(() => ({
  refreshSession: vi.fn<() => Promise<Session | null>>(),
  endSession: vi.fn<() => Promise<void>>(),
}));
vi.mock("../../../web/src/app/amplify.ts", () => amplify);
const api = vi.hoisted(() => vi.fn<(url: string, asked: RequestInit) => Promise<Response>>());
vi.mock("../../../web/src/app/config.ts", () => ({ loadConfig: async () => ({ apiPath: "/backend" }) }));

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (at) => [...items.keys()][at] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

const NOW = Date.parse("2026-03-01T12:00:00.000Z") / 1000;
const session = (accessToken: string, secondsLeft: number): Session => ({
  userId: "u",
  email: "e@example.com",
  accessToken,
  expiresAt: NOW + secondsLeft,
});

beforeEach(() => {
  const window = Object.assign(new EventTarget(), { localStorage: storage(), sessionStorage: storage() });
  vi.stubGlobal("window", window);
  vi.stubGlobal("fetch", api);
  api.mockReset();
  vi.useFakeTimers({ now: NOW * 1000 });
  amplify.refreshSession.mockReset();
  amplify.endSession.mockReset();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("the session", () => {
  test("uses a valid token without a call to Cognito", async () => {
    keepSession(session("a", 600));
    await expect(accessToken("customer")).resolves.toBe("a");
    expect(amplify.refreshSession).not.toHaveBeenCalled();
  });

  test("renews a token that is about to expire, and stores the new one", async () => {
    keepSession(session("a", 59));
    amplify.refreshSession.mockResolvedValue(session("b", 900));
    await expect(accessToken("customer")).resolves.toBe("b");
    expect(readSession()?.accessToken).toBe("b");
  });

  test("renews a token that the API refused even if it looks valid", async () => {
    keepSession(session("a", 600));
    amplify.refreshSession.mockResolvedValue(session("b", 900));
    await expect(accessToken("customer", "a")).resolves.toBe("b");
  });

  test("ends if it cannot be renewed", async () => {
    keepSession(session("a", 0));
    amplify.refreshSession.mockResolvedValue(null);
    await expect(accessToken("customer")).resolves.toBeNull();
    expect(readSession()).toBeNull();
  });

  test("survives a network failure", async () => {
    keepSession(session("a", 0));
    amplify.refreshSession.mockRejectedValue(new Error("offline"));
    await expect(accessToken("customer")).rejects.toThrow("offline");
    expect(readSession()).not.toBeNull();
  });

  test("logs only once that its stored data is unreadable", () => {
    window.localStorage.setItem("session", "{");
    const logged = (): number =>
      logger.recent(1000).filter(({ message }) => message === "Session validation failed").length;
    const before = logged();
    expect([readSession(), readSession()]).toEqual([null, null]);
    expect(logged()).toBe(before + 1);
  });

  test("of an operator is separate from a customer's in the same browser", async () => {
    keepSession(session("a", 600));
    keepOperator(session("o", 0));
    api.mockResolvedValue(Response.json({}, { status: 401 }));
    await expect(accessToken("operator")).resolves.toBeNull();
    expect(amplify.refreshSession).not.toHaveBeenCalled();
    expect(readOperator()).toBeNull();
    await expect(accessToken("customer")).resolves.toBe("a");
  });

  test("of an operator stores no token in the browser, and shares one renewal among all waiting calls", async () => {
    keepOperator(session("o", 600));
    await expect(accessToken("operator")).resolves.toBe("o");
    expect(window.localStorage.getItem("operatorSession")).not.toContain('"o"');
    expect(readOperator()?.userId).toBe("u");
    api.mockImplementation(async () => Response.json(session("p", 600)));
    const both = Promise.all([accessToken("operator", "o"), accessToken("operator", "o")]);
    await expect(both).resolves.toEqual(["p", "p"]);
    expect(api.mock.calls.map(([url, { body }]) => [url, body])).toEqual([
      ["/backend/api/admin/session/renew", "{}"],
    ]);
    // If the API fails, the session may still be valid, so it stays.
    api.mockImplementation(async () => Response.json({}, { status: 500 }));
    await expect(accessToken("operator", "p")).rejects.toThrow("Session validation failed");
    window.localStorage.removeItem("operatorSession");
    await expect(accessToken("operator")).resolves.toBeNull();
  });

  test("is missing if the stored data is unreadable", () => {
    window.localStorage.setItem("session", '{"accessToken":1}');
    expect(readSession()).toBeNull();
    window.localStorage.setItem("session", "{");
    expect(readSession()).toBeNull();
    expect(window.localStorage.getItem("session")).toBeNull();
  });

  test("leaves both storages empty after signing out, even if Cognito fails", async () => {
    keepSession(session("a", 600));
    window.localStorage.setItem("theme", "dark");
    window.sessionStorage.setItem("checkoutType", "payment");
    amplify.endSession.mockRejectedValue(new Error("offline"));
    await expect(signOut()).resolves.toBe(false);
    expect(window.localStorage.length + window.sessionStorage.length).toBe(0);
    expect(logger.recent(1)).toMatchObject([
      { level: "WARN", message: "Logout failed", error: { message: "offline" } },
    ]);
  });

  test("removes the router's data on unload after signing out, but no data of the next visit", async () => {
    // The router registers its listener before `signOut` does.
    window.addEventListener("pagehide", () =>
      window.sessionStorage.setItem("react-router-scroll-positions", "{}"),
    );
    amplify.endSession.mockResolvedValue();
    await expect(signOut()).resolves.toBe(true);
    window.dispatchEvent(new Event("pagehide"));
    expect(window.sessionStorage.length).toBe(0);
    window.sessionStorage.setItem("checkoutType", "payment");
    window.dispatchEvent(new Event("pagehide"));
    expect(window.sessionStorage.getItem("checkoutType")).toBe("payment");
  });
});
