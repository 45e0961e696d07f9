import { SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { amazon } from "../../../functions/platform/amazon.ts";

beforeEach(() => {
  vi.stubEnv("AWS_REGION", "eu-west-3");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
  vi.stubEnv("AWS_SESSION_TOKEN", "token");
  vi.stubEnv("AWS_ENDPOINT_URL", undefined);
});
afterEach(() => vi.unstubAllEnvs());

const address = async () => String((await amazon("sqs", 2_000, 3).endpoint()).url);

test("a client uses the credentials and the region of its environment, and the given number of attempts", async () => {
  const { config } = new SQSClient(amazon("sqs", 2_000, 3));
  expect(await config.credentials()).toMatchObject({
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "example",
    sessionToken: "token",
  });
  expect([await config.region(), await config.maxAttempts()]).toEqual(["eu-west-3", 3]);
});

test("missing credentials are reported by name", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "");
  await expect(amazon("sqs", 2_000, 3).credentials()).rejects.toThrow("AWS_ACCESS_KEY_ID");
});

test("a client calls the service in its region or the address in the environment", async () => {
  expect(await address()).toBe("https://sqs.eu-west-3.amazonaws.com/");
  vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:4403");
  expect(await address()).toBe("http://127.0.0.1:4403/");
});
