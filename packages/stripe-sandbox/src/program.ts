import { parseArgs } from "node:util";
import { type StripeOptions, type StripeSandbox, startStripe } from "./server.ts";

const USAGE = `stripe-sandbox [options]: a Stripe that runs on this machine. No money moves.

  --port <number>        the port of 127.0.0.1 to listen on (12111); 0 takes any free port
  --data <file>          store all data in this file; by default, the data is lost when the sandbox ends
  --secret-key <key>     the secret key to accept (sk_test_sandbox)
  --rate-limit <number>  answer more requests per second than this with a 429; by default, there is no limit
  --quiet                do not log requests
  --help                 print this

Ctrl-C ends the sandbox. Exit codes: 0 ended, 1 could not start, 2 wrong options.
`;

const MAX_PORT = 65_535;

class UsageError extends Error {}

/** Runs until a signal arrives. @returns the exit code */
export async function main(argv: string[]): Promise<number> {
  let options: StripeOptions | "help";
  try {
    options = read(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\nSee stripe-sandbox --help.\n`);
    return 2;
  }
  if (options === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  try {
    const sandbox = await startStripe(options);
    process.stdout.write(
      `Stripe sandbox at ${sandbox.url}, secret key ${sandbox.secretKey}, dashboard at ${sandbox.url}/dashboard\n`,
    );
    return await untilSignal(sandbox);
  } catch (error) {
    process.stderr.write(`${reasonOf(error, options)}\n`);
    return 1;
  }
}

function untilSignal(sandbox: StripeSandbox): Promise<number> {
  return new Promise((resolve, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => void sandbox.close().then(() => resolve(0), reject));
  });
}

function reasonOf(error: unknown, { port }: StripeOptions): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} of 127.0.0.1 is in use. Choose another port with --port, or any free port with --port 0.`;
  if (code === "EACCES" && "syscall" in error && error.syscall === "listen")
    return `This user may not listen on port ${port}. Choose a port above 1023 with --port.`;
  return error.message;
}

function read(argv: string[]): StripeOptions | "help" {
  const values = parse(argv);
  if (values.help) return "help";
  const key = values["secret-key"];
  if (key !== undefined && !/^(sk|rk)_test_\w+$/.test(key))
    throw new UsageError(
      "--secret-key must begin with sk_test_ or rk_test_: the sandbox takes test keys only.",
    );
  const limit = values["rate-limit"];
  return {
    port: wholeNumber("--port", values.port, 0, MAX_PORT),
    ...(values.data !== undefined && { dataFile: values.data }),
    ...(key !== undefined && { secretKey: key }),
    ...(limit !== undefined && { rateLimit: wholeNumber("--rate-limit", limit, 1, Number.MAX_SAFE_INTEGER) }),
    ...(!values.quiet && { log: (line: string) => void process.stdout.write(`${line}\n`) }),
  };
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      options: {
        port: { type: "string", default: "12111" },
        data: { type: "string" },
        "secret-key": { type: "string" },
        "rate-limit": { type: "string" },
        quiet: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, given: string, from: number, to: number): number {
  const value = Number(given);
  if (/^\d+$/.test(given) && value >= from && value <= to) return value;
  const range = to === Number.MAX_SAFE_INTEGER ? `of at least ${from}` : `from ${from} to ${to}`;
  throw new UsageError(`${name} must be a whole number ${range}, but is "${given}".`);
}
