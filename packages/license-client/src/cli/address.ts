import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fieldsOf, parseJson, textOf } from "../wire.ts";

/** The API of the stack that runs on this machine, from the nearest `.local/stack.json` upwards. */
export async function localAddress(from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const text = await readFile(join(folder, ".local/stack.json"), "utf8").catch(() => undefined);
    if (text !== undefined) return textOf(fieldsOf(parseJson(text)).apiUrl) || undefined;
    if (dirname(folder) === folder) return undefined;
  }
}
