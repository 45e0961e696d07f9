import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { configure } from "../../../web/src/app/amplify.ts";
import { signOut } from "../../../web/src/app/session.ts";

// Uses the real Amplify, whose own sign-out resolves even if Cognito fails. A mock would hide that.

const CONFIG = {
  apiPath: "/backend",
  region: "eu-central-1",
  userPoolId: "eu-central-1_pool",
  userPoolClientId: "client",
  prices: { monthly: "p1", lifetime: "p2" },
  features: { activityLog: false, affiliate: false },
};
const { tokenOrchestrator } = cognitoUserPoolsTokenProvider;
const cognito = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

/** A token without a valid signature, which these tests do not check. */
const tokenOf = (payload: object): string =>
  ["{}", JSON.stringify(payload), "x"].map((part) => Buffer.from(part).toString("base64url")).join(".");

beforeEach(async () => {
  const kept = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void kept.set(key, value),
    getItem: async (key) => kept.get(key) ?? null,
    removeItem: async (key) => void kept.delete(key),
    clear: async () => kept.clear(),
  });
  cognito.mockReset();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    url === "/config.json" ? Promise.resolve(Response.json(CONFIG)) : cognito(url, init),
  );
  await configure("customer");
  const claims = { username: "ada", exp: 4e9, iat: 1, origin_jti: "sign-in" };
  await tokenOrchestrator.setTokens({
    tokens: {
      accessToken: { payload: claims, toString: () => tokenOf(claims) },
      refreshToken: "renewals",
      clockDrift: 0,
      username: "ada",
    },
  });
  return () => vi.unstubAllGlobals();
});

describe("signing out", () => {
  test("revokes the refresh token at Cognito", async () => {
    cognito.mockResolvedValue(Response.json({}));
    await expect(signOut()).resolves.toBe(true);
    const [url, { headers, body } = {}] = cognito.mock.calls[0] ?? [];
    expect(url).toBe("https://cognito-idp.eu-central-1.amazonaws.com/");
    expect(headers).toMatchObject({ "x-amz-target": "AWSCognitoIdentityProviderService.RevokeToken" });
    expect(JSON.parse(String(body))).toEqual({ ClientId: "client", Token: "renewals" });
    expect(cognito).toHaveBeenCalledOnce();
  });

  test.each([
    ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["answers 500", async () => new Response("{}", { status: 500 })],
    ["throttles", async () => Response.json({ __type: "TooManyRequestsException" }, { status: 400 })],
  ])("reports a failure if Cognito %s", async (_what, answer) => {
    cognito.mockImplementation(answer);
    await expect(signOut()).resolves.toBe(false);
  });
});
