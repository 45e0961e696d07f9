import { expect, test } from "vitest";
import { oneOf, portNumber, readArguments, wholeNumber } from "../../scripts/arguments.ts";
import { Misuse } from "../../scripts/deploy/run.ts";

const OPTIONS = {
  port: { type: "string", default: "4400" },
  seed: { type: "boolean", default: true },
} as const;
const WORDS = { most: 1, of: ["affiliates", "large"] };
const TAKES = "This command takes: --port, --seed.";

test("a command reads its words and options, and --no- turns a flag off", () => {
  expect(readArguments(["large", "--port", "5400", "--no-seed"], OPTIONS, WORDS)).toEqual({
    values: { port: "5400", seed: false },
    words: ["large"],
  });
});

test.each([
  [["--prot", "1"], `--prot is not understood here. ${TAKES}`],
  [["-x"], `-x is not understood here. ${TAKES}`],
  [["--port"], `--port takes a value. ${TAKES}`],
  [["--port", "--seed"], `--port takes a value. ${TAKES}`],
  [["--seed=yes"], `--seed takes no value. ${TAKES}`],
  [["small"], `"small" is unknown. Say one of: affiliates, large.`],
  [["large", "20"], `"20" is not understood here. This command takes: affiliates, large, --port, --seed.`],
])("%j is refused with one sentence that names the allowed arguments", (argv, sentence) => {
  expect(() => readArguments(argv, OPTIONS, WORDS)).toThrow(new Misuse(sentence));
});

test("a command that takes no arguments refuses every argument", () => {
  expect(() => readArguments(["x"], {})).toThrow(
    '"x" is not understood here. This command takes no arguments.',
  );
});

test.each(["abc", "", "1.5", "-1", "1e3", "0"])(
  "%j is refused where a whole number above 0 is required",
  (given) => {
    expect(() => wholeNumber("--seeds", given)).toThrow(
      new Misuse(`--seeds takes a whole number, 1 or more, not "${given}".`),
    );
  },
);

test("a number must be in its range, and a word in its list", () => {
  expect(wholeNumber("--seeds", "12")).toBe(12);
  expect(() => portNumber("--port", "80")).toThrow(
    '--port takes a whole number from 1024 to 65000, not "80".',
  );
  expect(() => oneOf(["dev", "prod"], undefined)).toThrow("A word is missing. Say one of: dev, prod.");
});
