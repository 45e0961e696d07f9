import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fieldsOf, parseJson, textOf } from "../wire.ts";
import { isLoopback, PinError } from "./pins.ts";

/**
 * The API of the local stack, from the nearest `.local/stack.json` in this or a parent folder.
 * @throws PinError for an address on another computer, because a downloaded folder may contain such a file
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
