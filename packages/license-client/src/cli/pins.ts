import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ServiceOptions } from "../api.ts";
import { type PublicKey, readPublicKey } from "../jws.ts";
import { nodeCrypto } from "../node/crypto.ts";
import { nodeFetch } from "../node/proxy.ts";
import { fieldsOf, parseJson, textOf } from "../wire.ts";

/** A problem with the pins. The program prints its message. */
export class PinError extends Error {}

function keysOf(text: string): PublicKey[] {
  const { keys } = fieldsOf(parseJson(text));
  return (Array.isArray(keys) ? keys : []).flatMap((key) => readPublicKey(key, nodeCrypto) ?? []);
}

/** Downloads the keys that an application pins at build time. @throws PinError */
export async function download(url: string): Promise<ServiceOptions> {
  let text: string;
  try {
    const response = await nodeFetch(`${url}/api/license/keys.json`, {
      method: "GET",
      headers: {},
      signal: AbortSignal.timeout(20_000),
      redirect: "manual",
    });
    text = await response.text();
  } catch {
    throw new PinError(`The license service at ${url} cannot be reached.`);
  }
  const keys = keysOf(text);
  if (keys.length === 0) throw new PinError(`${url} published no keys. Check the address.`);
  // Older services publish no issuer. Their issuer is their origin.
  return { url, issuer: textOf(fieldsOf(parseJson(text)).issuer) || new URL(url).origin, keys };
}

export function isLoopback(url: string): boolean {
  return URL.canParse(url) && ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

/**
 * The pins in `file`. Without the file, downloads the pins of a service on this machine and stores them there.
 * @param given an address that replaces the pinned one
 * @param local finds the local stack; called only if there is neither a file nor a given address
 * @throws PinError
 */
export async function pinsFor(
  directory: string,
  given: string | undefined,
  local: () => Promise<string | undefined>,
  file = join(directory, "pins.json"),
): Promise<ServiceOptions> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text !== undefined) {
    const { url: pinnedUrl, issuer } = fieldsOf(parseJson(text));
    const keys = keysOf(text);
    if (keys.length === 0 || textOf(issuer) === "" || textOf(pinnedUrl) === "")
      throw new PinError(`${file} is not the output of \`articlip-license pin\`. Create it again.`);
    return { url: given ?? textOf(pinnedUrl), issuer: textOf(issuer), keys };
  }
  const url = given ?? (await local());
  if (url === undefined)
    throw new PinError("No license service is known. Start the local stack, or pass --url and --pins.");
  if (!isLoopback(url))
    throw new PinError(`Pin the service's keys first: articlip-license pin --url ${url} > ${file}`);
  const pins = await download(url);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(pins, null, 2));
  return pins;
}
