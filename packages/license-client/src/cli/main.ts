import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openLicense } from "../index.ts";
import { localAddress } from "./address.ts";
import { COMMANDS, EXIT } from "./commands.ts";
import { download, PinError, pinsFor } from "./pins.ts";

const USAGE = `articlip-license <command> [options]: acts as the desktop application.

${Object.entries(COMMANDS)
  .map(([name, { help }]) => `  ${name}${" ".repeat(16 - name.length)}${help}`)
  .join("\n")}
  pin             print the address and the public keys that an application pins

  --dir <folder>    the folder of the license (~/.articlip)
  --machine <name>  act as a computer whose fingerprint comes from this name
  --url <address>   the API, https://shop.example.com/backend (the pinned one, or the local stack)
  --pins <file>     the output of \`pin\` (pins.json in the folder)
  --name <name>     the computer's name on the Seats page
  --json            one line of JSON; \`login\` prints its code in a line before it
  --help            print this

Exit codes: 0 active or done, 1 refused or not active, 2 wrong arguments or pins, 3 service not reached, 4 disk.
`;

type Given = Exclude<ReturnType<typeof read>, string>["values"];

/** @returns the exit code */
export async function main(argv: string[], print: (text: string) => void): Promise<number> {
  const given = read(argv);
  if (typeof given === "string") {
    print(`${given}\n\n${USAGE}`);
    return EXIT.usage;
  }
  const [name = "", key] = given.positionals;
  try {
    if (name === "help" || given.values.help) {
      print(USAGE);
      return EXIT.ok;
    }
    if (name === "pin") return await printPins(given.values.url, print);
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) {
      print(USAGE);
      return EXIT.usage;
    }
    const { type, title, json } = given.values;
    const license = await open(given.values);
    const { exit, lines, data } = await command.run(license, {
      key,
      type: type ?? "video",
      title,
      announce: (text, data) => print(json ? `${JSON.stringify(data)}\n` : text),
    });
    print(json ? `${JSON.stringify({ ok: exit === EXIT.ok, exit, ...data })}\n` : `${lines.join("\n")}\n`);
    return exit;
  } catch (error) {
    if (!(error instanceof PinError)) throw error;
    const message = error.message;
    print(
      given.values.json ? `${JSON.stringify({ ok: false, exit: EXIT.usage, message })}\n` : `${message}\n`,
    );
    return EXIT.usage;
  }
}

async function open({ dir, url, pins, name, machine }: Given) {
  const directory = dir ?? join(homedir(), ".articlip");
  return openLicense({
    service: await pinsFor(directory, url, () => localAddress(process.cwd()), pins),
    product: "articlip",
    appVersion: "cli",
    directory,
    ...(name === undefined ? {} : { computerName: name }),
    ...(machine === undefined ? {} : { components: componentsOf(machine) }),
  });
}

const componentsOf = (machine: string) => ({
  install: `install of ${machine}`,
  board: `board of ${machine}`,
  disk: `disk of ${machine}`,
  network: `network of ${machine}`,
  cpu: `cpu of ${machine}`,
});

async function printPins(url: string | undefined, print: (text: string) => void): Promise<number> {
  const address = url ?? (await localAddress(process.cwd()));
  if (address === undefined) throw new PinError("Name the service: articlip-license pin --url <address>");
  print(`${JSON.stringify(await download(address), null, 2)}\n`);
  return EXIT.ok;
}

function read(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        dir: { type: "string" },
        machine: { type: "string" },
        url: { type: "string" },
        pins: { type: "string" },
        name: { type: "string" },
        type: { type: "string" },
        title: { type: "string" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
