import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ChangeEvent, ReactElement } from "react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { authSentence } from "../../../web/src/app/authErrors.ts";
import { usePasswordSignIn } from "../../../web/src/customer/account/usePasswordSignIn.tsx";

const given = vi.hoisted(() => ({ cells: [] as unknown[], at: 0 }));
// Nothing here draws a second time: the hook's state is kept between two calls of it instead.
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  useState: (initial: unknown) => {
    const mine = given.at++;
    if (!(mine in given.cells)) given.cells[mine] = initial;
    const set = (value: unknown) => {
      given.cells[mine] = value;
    };
    return [given.cells[mine], set];
  },
}));
const amplify = vi.hoisted(() => ({ signIn: vi.fn(), answerCode: vi.fn() }));
vi.mock("../../../web/src/app/amplify.ts", () => amplify);
vi.mock("../../../web/src/app/recordSignIn.ts", () => ({
  recordSignIn: async () => undefined,
  endFormer: async () => undefined,
}));
vi.mock("../../../web/src/app/session.ts", () => ({
  readSession: () => null,
  keepSession: () => undefined,
  dropSession: () => undefined,
}));
afterAll(() => vi.restoreAllMocks());

const named = (name: string): Error => Object.assign(new Error("refused"), { name });
const form = () => {
  given.at = 0;
  return usePasswordSignIn();
};
type CodeFieldProps = { onChange: (event: ChangeEvent<HTMLInputElement>) => void };
const type = (field: ReactElement | null, value: string) => {
  const { onChange } = (field as ReactElement<CodeFieldProps>).props;
  onChange({ target: { value } } as ChangeEvent<HTMLInputElement>);
};

beforeEach(() => {
  given.cells = [];
  amplify.signIn.mockReset().mockResolvedValue({ userId: "ada" });
  amplify.answerCode.mockReset().mockResolvedValue({ userId: "ada" });
});

describe("a sign-in by password", () => {
  test("without a second factor asks for no code", async () => {
    expect(await form().signIn("ada@example.com", "Correct-Horse7")).toBe(true);
    expect(form().codeField).toBeNull();
  });

  test("with one has the field, and sends the code that was typed", async () => {
    amplify.signIn.mockRejectedValue(named("SecondFactorRequired"));
    expect(await form().signIn("ada@example.com", "Correct-Horse7")).toBe(false);
    type(form().codeField, "123 456");
    expect(await form().signIn("ada@example.com", "Correct-Horse7")).toBe(true);
    expect(amplify.answerCode).toHaveBeenCalledExactlyOnceWith("123456");
    expect(form().codeField).toBeNull();
  });

  test("keeps the field after a refused code, and begins with the password where the sign-in is over", async () => {
    amplify.signIn.mockRejectedValue(named("SecondFactorRequired"));
    await form().signIn("ada@example.com", "Correct-Horse7");
    amplify.answerCode.mockRejectedValue(named("CodeMismatchException"));
    const refusal = await form()
      .signIn("ada@example.com", "Correct-Horse7")
      .catch((error: unknown) => error);
    expect(authSentence(refusal)).toContain("Enter the current code from your authenticator app");
    expect(form().codeField).not.toBeNull();
    amplify.answerCode.mockRejectedValue(named("NotAuthorizedException"));
    await expect(form().signIn("ada@example.com", "Correct-Horse7")).rejects.toThrow("refused");
    expect(form().codeField).toBeNull();
  });
});

test("only a form that leads to the sign-in page, or makes the account, signs in without the field", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const callers = globSync("web/src/**/*.{ts,tsx}", { cwd: root }).filter((file) =>
    /await openSession\(/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(callers.map((file) => path.basename(file)).sort()).toEqual([
    "ChangePassword.tsx",
    "ResetPassword.tsx",
    "SignUpPage.tsx",
    "usePasswordSignIn.tsx",
  ]);
});
