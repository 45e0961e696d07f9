import { type ParseArgsConfig, parseArgs } from "node:util";
import { Misuse } from "./deploy/run.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

type Words = { most: number; of?: readonly string[]; say?: string };

/** Parses a command's arguments. @throws Misuse */
export function readArguments<const O extends Options>(
  argv: readonly string[],
  options: O,
  { most, of }: Words = { most: 0 },
) {
  const { values, positionals } = parsed(argv, options);
  const [word] = positionals;
  if (of !== undefined && word !== undefined) oneOf(of, word);
  const over = positionals[most];
  if (over !== undefined) throw new Misuse(`"${over}" is not understood here. ${allowed(options, of)}`);
  return { values, words: positionals };
}

function parsed<const O extends Options>(argv: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const [name = ""] = /--?[\w-]+/.exec(error.message) ?? [];
    if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION")
      throw new Misuse(`${name} is not understood here. ${allowed(options)}`);
    const takes = options[name.slice(2)]?.type === "string" ? "takes a value" : "takes no value";
    throw new Misuse(`${name} ${takes}. ${allowed(options)}`);
  }
}

function allowed(options: Options, words: readonly string[] = []): string {
  const all = [...words, ...Object.keys(options).map((name) => `--${name}`)];
  return all.length === 0 ? "This command takes no arguments." : `This command takes: ${all.join(", ")}.`;
}

/** @throws Misuse if the word is missing or not in the list */
export function oneOf<T extends string>(all: readonly T[], given: string | undefined): T {
  const found = all.find((one) => one === given);
  if (found !== undefined) return found;
  throw new Misuse(
    `${given === undefined ? "A word is missing" : `"${given}" is unknown`}. Say one of: ${all.join(", ")}.`,
  );
}

/**
 * @param what the name of the option or word, for the message
 * @throws Misuse if the text is not a whole number in the range
 */
export function wholeNumber(
  what: string,
  given: string,
  { from = 1, to = Number.MAX_SAFE_INTEGER } = {},
): number {
  const value = Number(given);
  if (/^\d+$/.test(given) && value >= from && value <= to) return value;
  const range = to === Number.MAX_SAFE_INTEGER ? `, ${from} or more` : ` from ${from} to ${to}`;
  throw new Misuse(`${what} takes a whole number${range}, not "${given}".`);
}

/** The first of a stack's eight ports. */
export const portNumber = (what: string, given: string): number =>
  wholeNumber(what, given, { from: 1024, to: 65_000 });
