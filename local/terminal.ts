import { styleText } from "node:util";
import type { StackOptions } from "./options.ts";
import { PEOPLE } from "./seed/people.ts";
import type { StackFile } from "./stackFile.ts";

export type Terminal = ReturnType<typeof createTerminal>;

export function createTerminal(options: Pick<StackOptions, "quiet" | "verbose">) {
  const say = (line: string) => {
    if (!options.quiet) console.log(line);
  };
  const warn = (line: string) => {
    if (!options.quiet) console.warn(styleText("yellow", line));
  };
  return {
    say,
    warn,
    functionSays: (functionId: string, text: string) => {
      if (!options.quiet) console.warn(`${styleText("yellow", functionId)} ${text}`);
    },
    timed: async <T>(name: string, work: Promise<T>): Promise<T> => {
      const started = performance.now();
      const result = await work;
      if (options.verbose) say(styleText("dim", `  ${name} ${Math.round(performance.now() - started)} ms`));
      return result;
    },
    /** A failed build of the site must not stop the stack, because the developer may be editing it. */
    webBuilt: async (build: Promise<unknown>, tolerant: boolean): Promise<void> => {
      try {
        await build;
      } catch (error) {
        if (!tolerant) throw error;
        warn(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

/** Printed once everything answers. */
export function summary(file: StackFile, seconds: number): string {
  const line = (name: string, value: string, note = "") =>
    `  ${styleText("dim", name.padEnd(10))}${value}${note === "" ? "" : styleText("dim", `  ${note}`)}`;
  const person = ({ email, password }: { email: string; password: string }) => `${email}  ${password}`;
  return [
    "",
    `  ${styleText(["bold", "green"], "Ready")} ${styleText("dim", `in ${seconds.toFixed(1)} s`)}`,
    "",
    line("Site", styleText(["bold", "cyan"], file.siteUrl)),
    line("Mail", file.mailUrl, "all mail that was sent"),
    line("Stripe", file.stripe.dashboardUrl, "card 4242 4242 4242 4242 pays"),
    line("Control", file.controlUrl, "clock, faults, what ran"),
    "",
    line("Operator", person(file.operator)),
    line("Customer", person(file.customer), "subscribed"),
    line("Visitor", person(PEOPLE.visitor), "has bought nothing"),
    "",
    styleText("dim", "  Ctrl-C ends it and keeps the data."),
    "",
  ].join("\n");
}
