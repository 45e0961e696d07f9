import { afterAll, expect, test, vi } from "vitest";
import { namesOf } from "../../../functions/persons/table.ts";

vi.mock("../../../functions/platform/secrets.ts", () => ({ readSecret: async () => "secret" }));
vi.stubEnv("SECRET_MAILBOX", "mailbox");
afterAll(() => {
  vi.unstubAllEnvs();
});

const NOBODY = { address: null, cards: [], computers: [] };
const part = (kind: string, letter: string) => kind + letter.repeat(16);
const computer = (...parts: string[]) => ["fp3", ...parts].join(".");
const [DISK, INSTALLATION, NETWORK] = [part("D", "a"), part("I", "b"), part("N", "c")];

async function isOnePerson(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((each) => namesOf({ ...NOBODY, computers: [each] })),
  );
  return (first ?? []).some((name) => second?.includes(name));
}

test.each([
  ["two strong parts", true, computer(DISK, INSTALLATION, NETWORK), computer(NETWORK, DISK, part("I", "d"))],
  ["one strong part", false, computer(DISK, INSTALLATION), computer(DISK, part("I", "d"))],
  [
    "weak parts",
    false,
    computer(part("c", "a"), part("m", "b"), DISK),
    computer(part("c", "a"), part("m", "b"), NETWORK),
  ],
  ["an opaque fingerprint", true, "opaque", "opaque"],
])("computers with %s in common identify one person: %s", async (_common, isOne, one, other) => {
  expect(await isOnePerson(one, other)).toBe(isOne);
});
