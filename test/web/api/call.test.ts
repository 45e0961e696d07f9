import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { address, call } from "../../../web/src/api/call.ts";
import type { Side } from "../../../web/src/app/sessionRecord.ts";

const session = vi.hoisted(() => ({
  accessToken: vi.fn<(side: Side, refused?: string) => Promise<string | null>>(),
}));
vi.mock("../../../web/src/app/session.ts", () => session);
vi.mock("../../../web/src/app/config.ts", () => ({ loadConfig: async () => ({ apiPath: "/backend" }) }));

const read = endpoint({
  method: "GET",
  path: "/api/thing/{id}",
  audience: "public",
  input: z.object({ id: z.string(), cursor: z.optional(z.string()) }),
  output: z.object({ name: z.string() }),
});
const change = endpoint({
  method: "POST",
  path: "/api/thing/{id}",
  audience: "customer",
  input: z.object({ id: z.string(), name: z.string() }),
  output: z.object({ ok: z.literal(true) }),
});

const fetched = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown): Response => Response.json(body, { status });
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`);
  return error;
};

beforeEach(() => {
  fetched.mockReset();
  session.accessToken.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

describe("the address of a call", () => {
  test("path parameters are escaped and are not in the query", () => {
    expect(address(read, "/backend", { id: "a/b?c", cursor: "x y" })).toEqual({
      url: "/backend/api/thing/a%2Fb%3Fc?cursor=x+y",
      body: undefined,
    });
  });
  test("undefined fields are not sent", () => {
    expect(address(read, "/backend", { id: "1", cursor: undefined }).url).toBe("/backend/api/thing/1");
  });
  test("every call except a GET sends JSON without the path parameters", () => {
    expect(address(change, "/backend", { id: "1", name: "n" })).toEqual({
      url: "/backend/api/thing/1",
      body: '{"name":"n"}',
    });
  });
});

describe("the token", () => {
  test("is not needed for a public call", async () => {
    fetched.mockResolvedValue(answer(200, { name: "n" }));
    await call(read, { id: "1" });
    expect(session.accessToken).not.toHaveBeenCalled();
    expect(fetched.mock.calls[0]?.[1]?.headers).not.toHaveProperty("authorization");
  });
  test("is sent if the audience needs a token", async () => {
    session.accessToken.mockResolvedValue("t1");
    fetched.mockResolvedValue(answer(200, { ok: true }));
    await call(change, { id: "1", name: "n" });
    expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: "Bearer t1" });
  });
  test("is required, so no call is sent without a session", async () => {
    session.accessToken.mockResolvedValue(null);
    const error = await failure(call(change, { id: "1", name: "n" }));
    expect(error).toMatchObject({ status: 401, message: "User not authenticated" });
    expect(fetched).not.toHaveBeenCalled();
  });
  test("is replaced after a 401, and the call is repeated once", async () => {
    session.accessToken.mockResolvedValueOnce("old").mockResolvedValueOnce("new");
    fetched.mockResolvedValueOnce(answer(401, {})).mockResolvedValueOnce(answer(200, { ok: true }));
    await expect(call(change, { id: "1", name: "n" })).resolves.toEqual({ ok: true });
    expect(session.accessToken).toHaveBeenLastCalledWith("customer", "old");
    expect(fetched.mock.calls[1]?.[1]?.headers).toMatchObject({ authorization: "Bearer new" });
  });
  test("is not replaced after a second 401", async () => {
    session.accessToken.mockResolvedValue("t");
    fetched.mockImplementation(async () => answer(401, { message: "Unauthorized" }));
    expect((await failure(call(change, { id: "1", name: "n" }))).status).toBe(401);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});

describe("the outcome of a call", () => {
  test("has only fields that are in the contract", async () => {
    fetched.mockResolvedValue(answer(200, { name: "n", secret: 1 }));
    await expect(call(read, { id: "1" })).resolves.toEqual({ name: "n" });
  });
  test("is an unexpected error if the answer breaks the contract", async () => {
    fetched.mockResolvedValue(answer(200, { name: 1 }));
    expect(await failure(call(read, { id: "1" }))).toMatchObject({
      code: "INVALID_ANSWER",
      message: "An unexpected error occurred. Please try again.",
    });
  });
  test("is an error with every field that the API sent", async () => {
    const body = { error: "No.", code: "SWAP_LIMIT", requestId: "r1", field: "f", details: { max: 1 } };
    fetched.mockResolvedValue(answer(429, body));
    expect(await failure(call(read, { id: "1" }))).toMatchObject({
      message: "No.",
      code: "SWAP_LIMIT",
      status: 429,
      requestId: "r1",
      field: "f",
      details: { max: 1 },
    });
  });
  test("is the general error if another server answers with an error page", async () => {
    fetched.mockResolvedValue(new Response("<html>", { status: 502 }));
    expect(await failure(call(read, { id: "1" }))).toMatchObject({ code: "INTERNAL_ERROR", status: 502 });
  });
  test.each([200, 502])("tells an operator that the status was %i and JSON was expected", async (status) => {
    session.accessToken.mockResolvedValue("t");
    fetched.mockResolvedValue(new Response("<html>", { status, headers: { "content-type": "text/html" } }));
    const error = await failure(call({ ...read, audience: "operator" }, { id: "1" }));
    expect(error).toMatchObject({ status, message: expect.stringContaining("JSON was expected") });
    expect(error.message).toContain(`${status} with text/html`);
  });
  test("shows a customer the general sentence, with the reason as the error's cause", async () => {
    fetched.mockResolvedValue(new Response("<html>"));
    const error = await failure(call(read, { id: "1" }));
    expect(error.message).toBe("An unexpected error occurred. Please try again.");
    expect(error.cause).toMatchObject({ message: expect.stringContaining("JSON was expected") });
  });
  test("is 'Authentication failed' for the gateway's 401, which has no message for people", async () => {
    session.accessToken.mockResolvedValue("t");
    fetched.mockImplementation(async () => answer(401, { message: "Unauthorized" }));
    expect(await failure(call(change, { id: "1", name: "n" }))).toMatchObject({
      code: "AUTH_ERROR",
      message: "Authentication failed",
    });
  });
  test("is 'Session validation failed', and no call is sent, if Cognito could not check the session", async () => {
    session.accessToken.mockRejectedValue(new Error("Session validation failed"));
    const error = await failure(call(change, { id: "1", name: "n" }));
    expect(error).toMatchObject({ code: "AUTH_ERROR", status: 0 });
    expect(error.message).toBe("Session validation failed. Please try again in a moment.");
    expect(fetched).not.toHaveBeenCalled();
  });
  test("tells the customer what to do if the server is unreachable", async () => {
    fetched.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await failure(call(read, { id: "1" }))).toMatchObject({
      code: "NETWORK_ERROR",
      message: "The server could not be reached. Check your connection and try again.",
    });
  });
  test("is not a network error after the customer leaves the page", async () => {
    const abort = new DOMException("Aborted", "AbortError");
    fetched.mockRejectedValue(abort);
    await expect(call(read, { id: "1" })).rejects.toBe(abort);
  });
});
