import { BRAND } from "#shared/brand.ts";
import type { License } from "../../packages/license-client/src/api.ts";
import { download } from "../../packages/license-client/src/cli/pins.ts";
import { openLicense } from "../../packages/license-client/src/index.ts";
import { memoryStorage } from "../../packages/license-client/src/memoryStorage.ts";

// The only file of this folder that imports the desktop library. It plays a computer that keeps its state in memory.

export type Computer = License;

/** Pins the API's keys first, like an application's build. @param baseUrl the API's address */
export async function newComputer(baseUrl: string, computerName: string): Promise<Computer> {
  return openLicense({
    service: await download(baseUrl),
    product: BRAND.slug,
    appVersion: "verify",
    directory: "",
    computerName,
    os: "verify",
    components: { install: computerName, board: computerName, disk: computerName },
    storage: memoryStorage(),
  });
}
