import { beforeEach, expect, test, vi } from "vitest";
import { operatorHash } from "../../../scripts/operator/hash.ts";
import { isDesignated } from "../../../web/src/operator/gate/designated.ts";

const config = vi.hoisted(() => ({ backOffice: undefined as object | undefined }));
vi.mock("../../../web/src/app/config.ts", () => ({ loadConfig: async () => config }));

beforeEach(() => {
  config.backOffice = {
    userPoolId: "pool",
    userPoolClientId: "client",
    operator: operatorHash("pool", "Operator@Example.com"),
  };
});

test("the sign-in form recognizes only the administrator's address, in uppercase or lowercase, and no address without a back office", async () => {
  await expect(isDesignated(" operator@EXAMPLE.com")).resolves.toBe(true);
  await expect(isDesignated("other@example.com")).resolves.toBe(false);
  config.backOffice = undefined;
  await expect(isDesignated("operator@example.com")).resolves.toBe(false);
});

test("the hash of the operator's address differs between user pools, and does not contain the address", () => {
  const hash = operatorHash("pool", "operator@example.com");
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(operatorHash("other", "operator@example.com")).not.toBe(hash);
});
