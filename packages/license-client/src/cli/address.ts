import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fieldsOf, parseJson, textOf } from "../wire.ts";
import { isLoopback, PinError } from "./pins.ts";

/**
 * The API of the stack that runs on this machine, from the nearest `.local/stack.json` upwards. A folder that came from
 * elsewhere may have such a file: an address of another machine is not used.
 * @throws PinError
 */
export async function localAddress(from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, ".local/stack.json");
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text !== undefined) return addressIn(file, text);
    if (dirname(folder) === folder) return undefined;
  }
}

function addressIn(file: string, text: string): string | undefined {
  const url = textOf(fieldsOf(parseJson(text)).apiUrl);
  if (url === "" || isLoopback(url)) return url || undefined;
  throw new PinError(`${file} names ${url}, which is not on this machine. Pass --url to use it.`);
}
