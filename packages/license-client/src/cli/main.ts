import { homedir, hostname, platform, release } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openLicense } from "../license.ts";
import { fileStorage } from "../storage/file.ts";
import { localAddress } from "./address.ts";
import { COMMANDS } from "./commands.ts";

const USAGE = `articlip-license <command> [options]: acts as a computer with the desktop application on it.

${Object.entries(COMMANDS)
  .map(([name, { help }]) => `  ${name} ${help}`)
  .join("\n")}

  --dir <folder>    what makes one computer: another folder is another computer (~/.articlip)
  --url <address>   the API, https://shop.example.com/backend; else the stack that runs on this machine
  --name <name>     what the computer is called
  --json            answers for programs
`;

/** @returns the exit code: 0 all is well, 1 the licence says no, 2 the call was not understood */
export async function main(argv: string[], print: (text: string) => void): Promise<number> {
  const given = read(argv);
  if (typeof given === "string") {
    print(`${given}\n\n${USAGE}`);
    return 2;
  }
  const [name = "", key] = given.positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    print(USAGE);
    return name === "help" || given.values.help ? 0 : 2;
  }
  const { dir, url, name: computerName, json, type, title } = given.values;
  const baseUrl = url ?? (await localAddress(process.cwd()));
  if (!baseUrl) {
    print(
      "No stack runs on this machine (.local/stack.json is not there). Start it, or say --url <address>.\n",
    );
    return 2;
  }
  const license = await openLicense({
    baseUrl,
    storage: fileStorage(dir ?? join(homedir(), ".articlip")),
    computer: {
      computerName: computerName ?? hostname(),
      os: `${platform()} ${release()}`,
      appVersion: "cli",
    },
  });
  const { ok, lines, data } = await command.run(license, { key, type: type ?? "video", title });
  print(json ? `${JSON.stringify({ ok, ...data })}\n` : `${lines.join("\n")}\n`);
  return ok ? 0 : 1;
}

function read(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        dir: { type: "string" },
        url: { type: "string" },
        name: { type: "string" },
        type: { type: "string" },
        title: { type: "string" },
        json: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
